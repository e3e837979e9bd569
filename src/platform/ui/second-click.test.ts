import { expect, test } from 'vitest';
import { isMeantForAnother } from './second-click.ts';

const open = { name: 'Revoke the key' };
const confirm = { name: 'Revoke' };
const first = { on: open, x: 100, y: 200, at: 1_000, count: 1, isTap: false };
const second = { ...first, on: confirm, at: 1_150, count: 2 };

test.each([
  ['a second click on what the first one opened', {}, true],
  ['a double click as slow as the system allows', { at: 1_490 }, true],
  ['a second tap, which the browser did not count', { count: 1, isTap: true }, true],
  ['a second click on the same button', { on: open }, false],
  ['a second click on nothing', { on: null }, false],
  ['a click with the keyboard', { count: 0 }, false],
  ['a click that is the first of its own', { count: 1 }, false],
  ['a tap on another button next to it', { x: 144, count: 1, isTap: true }, false],
  ['a tap after a look at the dialog', { at: 1_600, count: 1, isTap: true }, false],
])('%s', (_what, change, expected) => {
  expect(isMeantForAnother({ ...second, ...change }, first)).toBe(expected);
});

test('the first click of all is meant for what it is on', () => {
  expect(isMeantForAnother(second, null)).toBe(false);
});
