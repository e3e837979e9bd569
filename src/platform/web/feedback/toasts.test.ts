import { afterEach, expect, test } from 'vitest';
import { dismissToast, showToast, toastStore } from './toasts.ts';

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id);
});

test('a toast stays five seconds unless told', () => {
  showToast({ title: 'Saved' });
  showToast({ title: 'File processed successfully!', seconds: 3 });
  expect(toastStore.current().map(({ seconds }) => seconds)).toEqual([5, 3]);
});

test('the same words at once stand there once, as the newest', () => {
  showToast({ title: 'Copied' });
  showToast({ title: 'Saved' });
  showToast({ title: 'Copied' });
  expect(toastStore.current().map(({ title }) => title)).toEqual(['Saved', 'Copied']);
});

test('a crowd of toasts does not cover the page', () => {
  for (let number = 1; number <= 9; number += 1) showToast({ title: `Message ${number}` });
  expect(toastStore.current().map(({ title }) => title)).toEqual([
    'Message 6',
    'Message 7',
    'Message 8',
    'Message 9',
  ]);
});

test('listeners hear of it until they stop', () => {
  let heard = 0;
  const stop = toastStore.subscribe(() => {
    heard += 1;
  });
  showToast({ title: 'One' });
  stop();
  showToast({ title: 'Two' });
  expect(heard).toBe(1);
});
