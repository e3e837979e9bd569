import { expect, onTestFinished, test, vi } from 'vitest';
import { doEveryFewSeconds } from './use-every-few-seconds.ts';

const minutes = 60_000;

function open() {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const work = vi.fn();
  const end = doEveryFewSeconds(work);
  return {
    end,
    use: (what: string) => page.dispatchEvent(new Event(what)),
    show: (visibilityState: string) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** How often it was done in so many milliseconds. */
    timesIn(milliseconds: number) {
      work.mockClear();
      vi.advanceTimersByTime(milliseconds);
      return work.mock.calls.length;
    },
    work,
  };
}

test('a page that no one uses rests after ten minutes, so that its session can end, and goes on with the next key', () => {
  const page = open();
  expect(page.timesIn(9 * minutes)).toBe(135);
  page.use('pointermove');
  expect(page.timesIn(9 * minutes)).toBe(135);
  vi.advanceTimersByTime(1 * minutes);
  expect(page.timesIn(8 * 60 * minutes)).toBe(0);
  page.use('keydown');
  expect(page.work).toHaveBeenCalledTimes(1);
  expect(page.timesIn(1 * minutes)).toBe(15);
});

test('a hidden page does nothing until it is seen again, however long that takes', () => {
  const page = open();
  page.show('hidden');
  expect(page.timesIn(20 * minutes)).toBe(0);
  page.show('visible');
  expect(page.work).toHaveBeenCalledTimes(1);
  expect(page.timesIn(1 * minutes)).toBe(15);
});

test('what has ended does nothing anymore', () => {
  const page = open();
  page.end();
  page.use('keydown');
  page.show('visible');
  expect(page.timesIn(20 * minutes)).toBe(0);
  expect(page.work).not.toHaveBeenCalled();
});
