import { expect, onTestFinished, test, vi } from 'vitest';
import { noteServerTime } from '../../../platform/web/client/server-clock.ts';
import { valuesOf } from './notice-values.ts';

const hour = 3_600_000;

test.each([
  ['ahead', 26 * hour],
  ['behind', -26 * hour],
])('a new notice ends after its length, on a device whose clock is %s', (_how, ahead) => {
  const time = Date.parse('2026-11-24T17:30:00Z');
  vi.useFakeTimers({ now: time + ahead });
  onTestFinished(() => {
    noteServerTime(new Headers({ date: new Date().toUTCString() }), Date.now(), Date.now());
    vi.useRealTimers();
  });
  noteServerTime(new Headers({ date: new Date(time).toUTCString() }), Date.now(), Date.now());
  expect(valuesOf(null, 'America/Boise', 24 * hour).until).toBe('2026-11-25T11:00');
});
