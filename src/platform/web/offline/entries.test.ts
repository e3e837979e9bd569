import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { submitEntry } from './entries.ts';
import type { Draft } from './entry.ts';

const device = vi.hoisted(() => ({ isFull: true, kept: new Map<string, unknown>() }));
vi.mock('./store.ts', () => ({
  putEntry: async (entry: { id: string }) => {
    if (device.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    device.kept.set(entry.id, entry);
  },
  readAll: async () => [...device.kept.values()],
  remove: async (_store: string, id: string) => void device.kept.delete(id),
}));

const addLog = {
  name: 'addLog',
  method: 'POST',
  path: '/api/logs',
  body: { kind: 'json' },
  reply: { kind: 'json' },
  idempotent: true,
} as unknown as Call;
const owner = { id: 'ra', provider: 'demo', email: 'ra@sawtooth.example' };
const draft: Draft = {
  state: 'draft',
  id: 'entry',
  owner,
  form: 'ra-log',
  values: {},
  about: { title: 'Anderson', noun: ['log', 'logs'], screen: '/logs/add' },
  changedAt: '2026-11-21T08:00:00.000Z',
  writtenAt: null,
};
const submit = (body: object, from = draft) =>
  submitEntry(from, addLog, { ...body }, { isShown: () => true, release: () => undefined });

/** A fake server with one response for each log, in order; `null` means that the response is lost. */
const answers: (Response | null)[] = [];
const sent: { key: string | null; body: unknown }[] = [];
vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit) => {
  if (address.includes('/account')) return Response.json(owner);
  sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(`${body}`) });
  const answer = answers.shift();
  if (answer === undefined || answer === null) throw new TypeError('fetch failed');
  return answer;
});
const filed = () => Response.json({ data: {} }, { status: 201 });

beforeEach(() => {
  device.isFull = true;
  answers.length = 0;
  sent.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

test('a log that the device could not store keeps its key, even once the device has room', async () => {
  answers.push(null, null, filed());
  const body = { building: 'Anderson' };
  await expect(submit(body)).rejects.toMatchObject({ status: 0 });
  await expect(submit(body)).rejects.toMatchObject({ status: 0 });
  device.isFull = false;
  expect((await submit(body)).outcome).toBe('sent');
  expect(sent).toEqual(Array.from({ length: 3 }, () => ({ key: draft.id, body })));
});

test('a log that the device could not store keeps its time', async () => {
  answers.push(filed());
  const writtenAt = '2026-11-20T23:00:00.000Z';
  await submit({ building: 'Anderson' }, { ...draft, writtenAt });
  expect(sent).toEqual([{ key: draft.id, body: { building: 'Anderson', writtenAt } }]);
});

test('a log that arrived and was changed after that is not sent twice, and the person is told', async () => {
  const problem = { status: 409, title: 'Conflict', detail: 'Used.', reason: 'key-reused' };
  const headers = { 'content-type': 'application/problem+json' };
  answers.push(null, new Response(JSON.stringify(problem), { status: 409, headers }));
  await expect(submit({ building: 'Anderson' })).rejects.toMatchObject({ status: 0 });
  await expect(submit({ building: 'Anderson', comments: 'More.' })).rejects.toMatchObject({
    detail:
      'The portal already has this log, without your last changes. To write another one, reload the page.',
  });
});
