import { afterEach, expect, test } from 'vitest';
import { dismissToast, showToast, toastStore } from './toasts.ts';

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id);
});

test('a toast stays five seconds by default', () => {
  showToast({ title: 'Saved' });
  showToast({ title: 'File processed successfully!', seconds: 3 });
  expect(toastStore.current().map(({ seconds }) => seconds)).toEqual([5, 3]);
});

test('the same text twice at once shows once, as the newest', () => {
  showToast({ title: 'Copied' });
  showToast({ title: 'Saved' });
  showToast({ title: 'Copied' });
  expect(toastStore.current().map(({ title }) => title)).toEqual(['Saved', 'Copied']);
});

test('what a second try says replaces what the first one said, and nothing else', () => {
  showToast({ tone: 'error', title: 'Ada was not deleted', about: 'delete ada' });
  showToast({ tone: 'error', title: 'Bo was not deleted', about: 'delete bo' });
  showToast({ title: 'Copied' });
  showToast({ title: 'Deleted Ada', about: 'delete ada' });
  expect(toastStore.current().map(({ title }) => title)).toEqual([
    'Bo was not deleted',
    'Copied',
    'Deleted Ada',
  ]);
});

test('many toasts do not cover the page', () => {
  for (let number = 1; number <= 9; number += 1) showToast({ title: `Message ${number}` });
  expect(toastStore.current().map(({ title }) => title)).toEqual([
    'Message 6',
    'Message 7',
    'Message 8',
    'Message 9',
  ]);
});

test('listeners are notified until they stop', () => {
  let heard = 0;
  const stop = toastStore.subscribe(() => {
    heard += 1;
  });
  showToast({ title: 'One' });
  stop();
  showToast({ title: 'Two' });
  expect(heard).toBe(1);
});
