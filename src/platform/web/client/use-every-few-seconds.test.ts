import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEveryFewSeconds } from './use-every-few-seconds.ts';

const minutes = 60_000;

function open(refetch = vi.fn<QueryObserver['refetch']>()) {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const end = readEveryFewSeconds(() => [{ refetch }]);
  return {
    end,
    use: (what: string) => page.dispatchEvent(new Event(what)),
    show: (visibilityState: string) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** How often it was read in this many milliseconds. */
    timesIn(milliseconds: number) {
      refetch.mockClear();
      vi.advanceTimersByTime(milliseconds);
      return refetch.mock.calls.length;
    },
    refetch,
  };
}

test('a page that no one uses rests after ten minutes, so that its session can end, and resumes with the next key', () => {
  const page = open();
  expect(page.timesIn(9 * minutes)).toBe(135);
  page.use('pointermove');
  expect(page.timesIn(9 * minutes)).toBe(135);
  vi.advanceTimersByTime(1 * minutes);
  expect(page.timesIn(8 * 60 * minutes)).toBe(0);
  page.use('keydown');
  expect(page.refetch).toHaveBeenCalledTimes(1);
  expect(page.timesIn(1 * minutes)).toBe(15);
});

test('a hidden page does nothing until it is seen again, however long that takes', () => {
  const page = open();
  page.show('hidden');
  expect(page.timesIn(20 * minutes)).toBe(0);
  page.show('visible');
  expect(page.refetch).toHaveBeenCalledTimes(1);
  expect(page.timesIn(1 * minutes)).toBe(15);
});

test('what has ended does nothing anymore', () => {
  const page = open();
  page.end();
  page.use('keydown');
  page.show('visible');
  expect(page.timesIn(20 * minutes)).toBe(0);
  expect(page.refetch).not.toHaveBeenCalled();
});

test('a request that takes longer than four seconds arrives, and is sent once at a time', async () => {
  let sent = 0;
  let canceled = 0;
  const reading = new QueryObserver(new QueryClient(), {
    queryKey: ['jobs'],
    queryFn: ({ signal }) => {
      sent += 1;
      signal.addEventListener('abort', () => {
        canceled += 1;
      });
      return new Promise<number>((resolve) => setTimeout(() => resolve(sent), sent === 1 ? 0 : 10_000));
    },
  });
  const page = open(vi.fn(reading.refetch));
  onTestFinished(reading.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1 * minutes);
  expect({ shown: reading.getCurrentResult().data, sent, canceled }).toEqual({
    shown: 5,
    sent: 6,
    canceled: 0,
  });
  page.end();
});
