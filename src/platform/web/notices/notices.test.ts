import { afterEach, expect, test, vi } from 'vitest';
import { unknownRevision } from '../../contract/notices.ts';
import { readWaiting, waitingStore } from '../waiting/waiting.ts';
import { arriveAt, lookEvery, lookForNews, noticesStore, readNotices } from './notices.ts';

/** Requests that wait for their responses, oldest first. */
const requests: ((body: unknown) => void)[] = [];

function holdResponses(): void {
  requests.length = 0;
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => requests.push((body) => resolve(Response.json(body)))),
  );
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// The first one loads the code for calls.
const arrived = (count: number) =>
  vi.waitFor(() => expect(requests).toHaveLength(count), { timeout: 10_000 });

test('a notice that was dismissed does not come back with a response that was on its way', async () => {
  holdResponses();
  const bell = (unread: number) => ({ data: [], unread, revision: 'a' });
  const before = readNotices('avery');
  await arrived(1);
  const after = readNotices('avery');
  await arrived(2);
  requests[1]?.(bell(1));
  await after;
  requests[0]?.(bell(2));
  await before;
  expect(noticesStore.current().unread).toBe(1);
});

test('an emergency stays on an open page while not all notices can be read, and goes once they can', async () => {
  const notice = { tool: 'notices', link: null, updatedAt: '2026-11-22T00:00:00.000Z', about: null };
  const saying = (tone: string, key: string, text: string) => ({
    ...{ ...notice, tone, key, title: key, text },
    ...{ action: null, dismissal: null },
  });
  const flood = saying('emergency', 'flood', 'Go up.');
  const responses = [
    { data: [flood, saying('info', 'ink', 'Soon.')], revision: 'a' },
    { data: [saying('emergency', 'fire', 'Go out.')], revision: unknownRevision },
    { data: [saying('emergency', 'flood', 'Go down.')], revision: unknownRevision },
    { data: [], revision: 'b' },
  ];
  const shown = [];
  for (const response of responses) {
    vi.stubGlobal('fetch', async () => Response.json({ ...response, unread: 0 }));
    await readNotices('avery');
    shown.push(noticesStore.current().data.map(({ text }) => text));
  }
  expect(shown).toEqual([['Go up.', 'Soon.'], ['Go up.', 'Go out.'], ['Go out.', 'Go down.'], []]);
});

test('a page says at once what is known to be said there, but nothing that was dismissed or is for someone else', async () => {
  const slow = {
    ...{ tool: 'help-desk', link: null, updatedAt: '2026-11-22T00:00:00.000Z', about: null },
    ...{ tone: 'info', key: 'slow', title: 'Wi-Fi is slow', text: '', action: null, dismissal: null },
    places: ['/support', '/my-dashboard'],
  };
  let data = [slow];
  vi.stubGlobal('fetch', async () => Response.json({ data, unread: 0, revision: 'a' }));
  const titlesOnArrival = (place: string, owner = 'avery') => {
    const read = arriveAt(owner, place);
    const titles = noticesStore.current().data.map(({ title }) => title);
    return read.then(() => titles);
  };
  expect(await titlesOnArrival('/support')).toEqual([]);
  expect(await titlesOnArrival('/my-dashboard')).toEqual(['Wi-Fi is slow']);
  data = [];
  await readNotices('avery');
  expect(await titlesOnArrival('/support')).toEqual([]);
  data = [slow];
  await readNotices('avery');
  expect(await titlesOnArrival('/my-dashboard', 'blake')).toEqual([]);
});

test('what was done by one press does not wait again with a response that was on its way', async () => {
  holdResponses();
  const before = readWaiting('blake');
  await arrived(1);
  const after = readWaiting('blake', { anyway: true });
  await arrived(2);
  requests[1]?.({ data: [], missing: ['after'] });
  await after;
  requests[0]?.({ data: [], missing: ['before'] });
  await before;
  expect(waitingStore.current().missing).toEqual(['after']);
});

test('a page keeps checking for emergencies, and for what is waiting, when the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let ahead = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  const aMinuteLater = (clock: number) => {
    ahead += lookEvery;
    vi.setSystemTime(clock);
  };
  holdResponses();
  const opened = readNotices('casey');
  await arrived(1);
  requests[0]?.({ data: [], unread: 0, revision: 'a' });
  await opened;
  aMinuteLater(Date.now() + lookEvery);
  void lookForNews('casey');
  await arrived(2);
  const read = readWaiting('casey');
  await arrived(3);
  requests[2]?.({ data: [], missing: [] });
  await read;
  aMinuteLater(Date.now() - 7 * 3_600_000);
  void lookForNews('casey');
  await arrived(4);
  void readWaiting('casey');
  await arrived(5);
});

test('once the session has ended, an open page reads what everyone may read', async () => {
  holdResponses();
  const signedIn = readNotices('avery');
  await arrived(1);
  requests[0]?.({ data: [], unread: 2, revision: 'a' });
  await signedIn;
  const signedOut = lookForNews(null);
  await arrived(2);
  requests[1]?.({ data: [], unread: 0, revision: 'a' });
  await signedOut;
  expect(noticesStore.current()).toEqual({ owner: null, data: [], unread: 0, revision: 'a' });
});
