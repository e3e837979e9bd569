import { expect, test } from 'vitest';
import { createMissLimit } from './miss-limit.ts';

function clock() {
  let time = 0;
  return { now: () => time, pass: (milliseconds: number) => (time += milliseconds) };
}

test('a network may miss sixty times a minute, and again when the minute is over', () => {
  const { now, pass } = clock();
  const limit = createMissLimit(now);
  expect(Array.from({ length: 60 }, () => limit.take('a')).every(Boolean)).toBe(true);
  expect(limit.take('a')).toBe(false);
  pass(45_000);
  expect(limit.take('a')).toBe(false);
  expect(limit.retryAfterSeconds('a')).toBe(15);
  pass(15_000);
  expect(limit.take('a')).toBe(true);
});

test('networks do not share their misses', () => {
  const limit = createMissLimit(clock().now);
  for (let miss = 0; miss < 60; miss += 1) limit.take('a');
  expect(limit.take('a')).toBe(false);
  expect(limit.take('b')).toBe(true);
});

test('what was not a miss after all is returned, but never more than was taken', () => {
  const limit = createMissLimit(clock().now);
  for (let miss = 0; miss < 60; miss += 1) limit.take('a');
  limit.giveBack('a');
  expect(limit.take('a')).toBe(true);
  expect(limit.take('a')).toBe(false);
  limit.take('b');
  limit.giveBack('b');
  limit.giveBack('b');
  expect(Array.from({ length: 60 }, () => limit.take('b')).every(Boolean)).toBe(true);
  expect(limit.take('b')).toBe(false);
});

test('only a limited number of networks is remembered, and the oldest is dropped first', () => {
  const { now, pass } = clock();
  const limit = createMissLimit(now, 2);
  for (let miss = 0; miss < 60; miss += 1) limit.take('a');
  pass(1);
  for (let miss = 0; miss < 60; miss += 1) limit.take('b');
  limit.take('c');
  expect(limit.take('b')).toBe(false);
  expect(limit.take('a')).toBe(true);
});
