import { describe, expect, test } from 'vitest';
import { ApiError, silentFailure } from '../client/api-error.ts';
import { deliver } from './deliver.ts';
import type { Owner, RefusedEntry, WaitingEntry } from './entry.ts';

const ra: Owner = { id: 'ra', provider: 'demo', email: 'ra@sawtooth.example' };
const other: Owner = { id: 'other', provider: 'demo', email: 'other@sawtooth.example' };
const now = Date.parse('2026-11-21T08:00:10.000Z');

function log(id: string, change: Partial<WaitingEntry> = {}): WaitingEntry {
  return {
    state: 'waiting',
    id,
    owner: ra,
    form: 'log',
    values: { building: 'Anderson' },
    request: { method: 'POST', path: '/api/logs', body: { building: 'Anderson' } },
    about: { title: 'Anderson', noun: ['log', 'logs'], screen: '/logs/add' },
    writtenAt: '2026-11-21T08:00:00.000Z',
    late: false,
    changedAt: '2026-11-21T08:00:00.000Z',
    tried: false,
    ...change,
  };
}

const refused = (status: number, reason?: string) => new ApiError({ status, detail: 'No.', reason });

/** A device with writes, and a server that responds to each try in turn: throws errors, returns the rest. */
function phone(
  entries: WaitingEntry[],
  answers: unknown[],
  people: (Owner | null | Error)[] = [ra],
  ahead = 0,
) {
  const store = new Map<string, WaitingEntry | RefusedEntry>(entries.map((entry) => [entry.id, entry]));
  const held = new Set<string>();
  const sent: { id: string; body: Readonly<Record<string, unknown>>; tried: boolean | undefined }[] = [];
  const take = (from: unknown[]) => {
    const next = from.length > 1 ? from.shift() : from[0];
    if (next instanceof Error) throw next;
    return next;
  };
  const post = {
    async withEntry(id: string, work: (entry: WaitingEntry) => Promise<void>) {
      if (held.has(id)) return false;
      const entry = store.get(id);
      if (entry?.state === 'waiting') await work(entry);
      return true;
    },
    save: async (entry: WaitingEntry | RefusedEntry) => void store.set(entry.id, entry),
    remove: async (id: string) => void store.delete(id),
    ask: async () => take(people) as Owner | null,
    send: async ({ id }: WaitingEntry, body: Readonly<Record<string, unknown>>) => {
      sent.push({ id, body, tried: store.get(id)?.tried });
      return take(answers);
    },
    now: () => now,
    ahead: () => ahead,
  };
  return { post, store, held, sent, deliver: () => deliver(post, entries) };
}

test('waiting entries are sent in order and removed from the device', async () => {
  const { deliver: send, store, sent } = phone([log('a'), log('b')], [{ data: 1 }, { data: 2 }]);
  const delivery = await send();
  expect(delivery.ending).toBe('delivered');
  expect(delivery.sent.map(({ answer }) => answer)).toEqual([{ data: 1 }, { data: 2 }]);
  expect(sent.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(store.size).toBe(0);
});

test('a try is recorded before it is sent', async () => {
  const { deliver: send, sent } = phone([log('a')], [{}]);
  await send();
  expect(sent[0]?.tried).toBe(true);
});

test('with nothing to send, no one is looked up', async () => {
  const { deliver: send } = phone([], [], [new Error('asked for nothing')]);
  expect((await send()).ending).toBe('delivered');
});

describe('only an entry that was written late says when', () => {
  test.each([
    ['a moment ago', {}, { building: 'Anderson' }],
    ['offline', { late: true }, { building: 'Anderson', writtenAt: '2026-11-21T08:00:00.000Z' }],
    [
      'an hour ago',
      { writtenAt: '2026-11-21T07:00:00.000Z' },
      { building: 'Anderson', writtenAt: '2026-11-21T07:00:00.000Z' },
    ],
  ])('%s', async (_when, change, body) => {
    const { deliver: send, sent } = phone([log('a', change)], [{}]);
    await send();
    expect(sent[0]?.body).toEqual(body);
  });
});

describe('whose entries are sent', () => {
  test('no one signed in: it waits, untouched', async () => {
    const { deliver: send, store, sent } = phone([log('a')], [{}], [null]);
    expect((await send()).ending).toBe('signed-out');
    expect(sent).toEqual([]);
    expect(store.get('a')).toEqual(log('a'));
  });

  test('someone else signed in: it waits, untouched', async () => {
    const { deliver: send, store, sent } = phone([log('a')], [{}], [other]);
    expect((await send()).ending).toBe('another');
    expect(sent).toEqual([]);
    expect(store.get('a')).toEqual(log('a'));
  });

  test('of two people on one phone, only the signed-in person’s entry is sent', async () => {
    const { deliver: send, store, sent } = phone([log('theirs', { owner: other }), log('own')], [{}]);
    await send();
    expect(sent.map(({ id }) => id)).toEqual(['own']);
    expect([...store.keys()]).toEqual(['theirs']);
  });

  test('the person who wrote it has another address now: it is sent', async () => {
    const { deliver: send, store } = phone([log('a')], [{}], [{ ...ra, email: 'new@sawtooth.example' }]);
    expect((await send()).ending).toBe('delivered');
    expect(store.size).toBe(0);
  });

  test('someone else has their address now: it waits, untouched', async () => {
    const { deliver: send, store, sent } = phone([log('a')], [{}], [{ ...ra, id: 'later' }]);
    expect((await send()).ending).toBe('another');
    expect(sent).toEqual([]);
    expect(store.get('a')).toEqual(log('a'));
  });

  test('an entry of an earlier release is sent to the person with its address', async () => {
    const { id: _id, ...owner } = ra;
    const { deliver: send, store } = phone([log('a', { owner })], [{}]);
    expect((await send()).ending).toBe('delivered');
    expect(store.size).toBe(0);
  });

  test('a 403 because someone else signed in in the meantime leaves it waiting', async () => {
    const { deliver: send, store } = phone([log('a')], [refused(403)], [ra, other]);
    expect((await send()).ending).toBe('another');
    expect(store.get('a')).toEqual(log('a'));
  });

  test('a 403 to the person who wrote it is a refusal', async () => {
    const { deliver: send, store } = phone([log('a')], [refused(403)]);
    await send();
    expect(store.get('a')).toMatchObject({ state: 'refused', refusal: { detail: 'No.' } });
  });
});

describe('when it does not get through', () => {
  test.each([
    ['no connection', silentFailure('offline'), 'unreachable', true],
    ['no response in time', silentFailure('timeout'), 'unreachable', true],
    ["a proxy's page", silentFailure('foreign', 502), 'unreachable', true],
    ['the session ended', refused(401), 'signed-out', false],
    ['someone else signed in', refused(409, 'another-person'), 'another', false],
    ['too many at once', refused(429), 'unreachable', false],
  ])('%s: it waits; whether it may have arrived: %#', async (_what, answer, ending, tried) => {
    const { deliver: send, store, sent } = phone([log('a'), log('b')], [answer]);
    expect((await send()).ending).toBe(ending);
    expect(sent).toHaveLength(1);
    expect(store.get('a')).toEqual(log('a', { tried }));
    expect(store.get('b')).toEqual(log('b'));
  });

  test.each([
    ['a defect of the portal', new ApiError({ status: 500, detail: 'It broke.' })],
    ['a proxy that does not let it pass', silentFailure('foreign', 413)],
  ])('%s holds up only the write it happened to', async (_what, answer) => {
    const { deliver: send, store } = phone([log('a'), log('b')], [answer, {}]);
    const delivery = await send();
    expect(delivery.ending).toBe('unreachable');
    expect(delivery.sent.map(({ entry }) => entry.id)).toEqual(['b']);
    expect(store.get('a')).toEqual(log('a', { tried: true }));
  });

  test('a limit of its own holds up only the log that hits it, which may be changed', async () => {
    const { deliver: send, store } = phone([log('a'), log('b')], [refused(429, 'too-many-follow-ups'), {}]);
    const delivery = await send();
    expect(delivery).toMatchObject({ ending: 'unreachable', detail: 'No.' });
    expect(delivery.sent.map(({ entry }) => entry.id)).toEqual(['b']);
    expect(store.get('a')).toEqual(log('a'));
  });

  test('a full device that can store nothing more still sends', async () => {
    const { post, deliver: send, sent } = phone([log('a')], [{}]);
    post.save = () => Promise.reject(new Error('QuotaExceededError'));
    const delivery = await send();
    expect(delivery.sent).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  test('before it is known who is signed in, nothing leaves', async () => {
    const { deliver: send, store } = phone([log('a')], [{}], [silentFailure('offline')]);
    expect((await send()).ending).toBe('unreachable');
    expect(store.get('a')?.tried).toBe(false);
  });

  test('an earlier try that may have arrived stays recorded when the next one is turned away', async () => {
    const { deliver: send, store } = phone([log('a', { tried: true })], [refused(401)]);
    await send();
    expect(store.get('a')?.tried).toBe(true);
  });

  test('the wait that the server asks for is passed on', async () => {
    const { deliver: send } = phone(
      [log('a')],
      [new ApiError({ status: 503, detail: 'Later.', retryAfter: 30 })],
    );
    expect((await send()).retryAfter).toBe(30);
  });
});

test.each([
  ['too often', new ApiError({ status: 429, detail: 'Too many follow-ups.' }), 'Too many follow-ups.'],
  ['during an outage', new ApiError({ status: 503, detail: 'Later.' }), undefined],
])('why the server asks to wait is passed on when something came %s', async (_when, answer, detail) => {
  const { deliver: send } = phone([log('a')], [answer]);
  expect((await send()).detail).toBe(detail);
});

test('the key was used with other content: the first try had arrived, and nothing is sent twice', async () => {
  const { deliver: send, store } = phone([log('a', { tried: true })], [refused(409, 'key-reused')]);
  const delivery = await send();
  expect(delivery.sent).toHaveLength(1);
  expect(store.size).toBe(0);
});

test('a clock that is ahead holds nothing up: the server’s time counts', async () => {
  const {
    deliver: send,
    store,
    sent,
  } = phone([log('a', { late: true })], [refused(400, 'written-in-future'), {}]);
  expect((await send()).sent).toHaveLength(1);
  expect(sent.map(({ id, body }) => [id, 'writtenAt' in body])).toEqual([
    ['a', true],
    ['a', false],
  ]);
  expect(store.size).toBe(0);
});

test.each([
  ['years behind', -3 * 365 * 86_400_000, '2023-11-21T07:00:00.000Z', '2026-11-20T07:00:00.000Z'],
  ['hours ahead', 5 * 3_600_000, '2026-11-21T07:00:00.000Z', '2026-11-21T02:00:00.000Z'],
  ['off by seconds', 20_000, '2026-11-21T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
])(
  'a clock that is %s: the log says when it was by the server’s clock',
  async (_how, ahead, written, said) => {
    const { deliver: send, sent } = phone([log('a', { late: true, writtenAt: written })], [{}], [ra], ahead);
    await send();
    expect(sent[0]?.body.writtenAt).toBe(said);
  },
);

describe('a refusal', () => {
  test('stays on the device with its reason, and the next entry is still sent', async () => {
    const error = new ApiError({
      status: 400,
      detail: 'No.',
      reason: 'unknown-building',
      fields: { building: 'Gone.' },
    });
    const { deliver: send, store } = phone([log('a'), log('b')], [error, {}]);
    const delivery = await send();
    expect(delivery.refused.map(({ entry }) => entry.id)).toEqual(['a']);
    expect(delivery.sent.map(({ entry }) => entry.id)).toEqual(['b']);
    expect(store.get('a')).toEqual({
      ...log('a'),
      state: 'refused',
      refusal: { detail: 'No.', reason: 'unknown-building', fields: { building: 'Gone.' } },
    });
  });
});

test('an entry that was sent or opened in its form after the list was read is left alone', async () => {
  const { deliver: send, store, sent } = phone([log('a'), log('b')], [{}]);
  store.delete('a');
  await send();
  expect(sent.map(({ id }) => id)).toEqual(['b']);
});

test('an entry that someone else holds is tried again later, and the others are still sent', async () => {
  const { deliver: send, held, store, sent } = phone([log('a'), log('b')], [{}]);
  held.add('a');
  expect((await send()).ending).toBe('held');
  expect(sent.map(({ id }) => id)).toEqual(['b']);
  expect(store.get('a')).toEqual(log('a'));
});
