import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRepeats } from './repeats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first of a kind is logged at once, the others from time to time with their number, until none comes', () => {
  const lines: { msg: string; more?: number; kind: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const repeats = createRepeats(log, 10_000);
  for (let time = 0; time < 1_000; time += 1) repeats.error('ECONNREFUSED', new Error('refused'), 'Not now.');
  repeats.error('57P01', new Error('cut'), 'Not now.');
  expect(lines.map(({ kind, more }) => [kind, more])).toEqual([
    ['ECONNREFUSED', undefined],
    ['57P01', undefined],
  ]);
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(2)).toMatchObject([
    { kind: 'ECONNREFUSED', more: 999, msg: 'Not now. (999 more within 10 seconds)' },
  ]);
  vi.advanceTimersByTime(60_000);
  repeats.error('ECONNREFUSED', new Error('refused'), 'Not now.');
  expect(lines).toHaveLength(4);
});
