import { expect, onTestFinished, test, vi } from 'vitest';
import { renewInTime } from './use-altcha.ts';

const minutes = 60_000;

function open() {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const renew = vi.fn();
  const end = renewInTime(Date.now(), renew);
  return {
    renew,
    end,
    /** The clock keeps running, and timers do not. */
    sleep: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
    comeBack: () => page.dispatchEvent(new Event('visibilitychange')),
  };
}

test('a puzzle is renewed once, before it expires after 20 minutes', () => {
  const { renew } = open();
  vi.advanceTimersByTime(17 * minutes);
  expect(renew).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60 * minutes);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('a puzzle that expired while the device was asleep is renewed before anyone can send it', () => {
  const { renew, sleep } = open();
  sleep(30 * minutes);
  vi.advanceTimersByTime(1_000);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('a device that wakes up without a network has its puzzle renewed once the network is back', () => {
  const { renew, sleep } = open();
  vi.stubGlobal('navigator', { onLine: false });
  sleep(30 * minutes);
  vi.advanceTimersByTime(5_000);
  expect(renew).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  vi.advanceTimersByTime(1_000);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('a puzzle that expired behind another tab is renewed as soon as someone comes back', () => {
  const { renew, sleep, comeBack } = open();
  sleep(5 * minutes);
  comeBack();
  expect(renew).not.toHaveBeenCalled();
  sleep(15 * minutes);
  comeBack();
  expect(renew).toHaveBeenCalledTimes(1);
});

test('what has ended renews nothing', () => {
  const { renew, end, comeBack } = open();
  end();
  vi.advanceTimersByTime(30 * minutes);
  comeBack();
  expect(renew).not.toHaveBeenCalled();
});
