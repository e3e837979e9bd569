import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { ApiError, silentFailure } from './api-error.ts';
import { call } from './call.ts';
import { mayRetry, queryKeyOf, readEarly, readingOf } from './query.ts';
import { change, read, serveThings } from './testing/things.ts';

const { responds } = serveThings();

const failure = (status: number) => new ApiError({ status, detail: 'No.' });

test.each([400, 401, 403, 404, 409, 410, 429])('a read that was refused with %i is not retried', (status) => {
  expect(mayRetry(failure(status))).toBe(false);
});

test('a read is retried after a server error or a broken connection, not after a timeout', () => {
  expect(mayRetry(failure(500))).toBe(true);
  expect(mayRetry(failure(503))).toBe(true);
  expect(mayRetry(silentFailure('unreachable'))).toBe(true);
  expect(mayRetry(silentFailure('timeout'))).toBe(false);
  expect(mayRetry(silentFailure('offline'))).toBe(false);
});

test.each([
  ['a browser tab that is visible again', (reading: QueryObserver) => reading.shouldFetchOnWindowFocus()],
  ['a device that is online again', (reading: QueryObserver) => reading.shouldFetchOnReconnect()],
])('%s reads again, except what leaves an audit entry', (_when, isRead) => {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  const isReadAgain = (more: Pick<Call, 'discloses'>) => {
    const listThings = { name: 'listThings', ...more } as Call;
    const reading = readingOf(listThings, {}) as QueryObserverOptions<unknown>;
    client.setQueryData(reading.queryKey ?? [], { data: [] }, { updatedAt: 1 });
    return isRead(new QueryObserver<unknown>(client, reading));
  };
  expect(isReadAgain({})).toBe(true);
  expect(isReadAgain({ discloses: 'thing.read' })).toBe(false);
});

test('what leaves an audit entry is read when a device is online again if it could not be read before', () => {
  const reading = readingOf({ ...read, discloses: 'thing.read' } as Call, {});
  const observer = new QueryObserver<unknown>(new QueryClient(), reading as QueryObserverOptions<unknown>);
  expect(observer.shouldFetchOnReconnect()).toBe(true);
});

test('a browser tab that is shown again reads again also what was read a moment ago', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
  const reading = readingOf({ name: 'listThings' } as Call, {});
  client.setQueryData(reading.queryKey, { data: [] });
  expect(new QueryObserver<unknown>(client, reading).shouldFetchOnWindowFocus()).toBe(true);
});

test('each request of a call has its own place in the cache, all under the call', () => {
  const listThings = { name: 'listThings' } as Parameters<typeof queryKeyOf>[0];
  const [first] = queryKeyOf(listThings);
  expect(queryKeyOf(listThings, { query: { page: 1 } })[0]).toBe(first);
  expect(queryKeyOf(listThings, { query: { page: 1 } })).not.toEqual(
    queryKeyOf(listThings, { query: { page: 2 } }),
  );
});

test('what was read a moment ago is not read again, unless the clock has been set back since then', async () => {
  let asked = 0;
  responds((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":"x"}');
  });
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  const start = Date.UTC(2026, 10, 21, 12);
  const readAt = async (time: number) => {
    clock.mockReturnValue(time);
    await readEarly(read, { params: { id: 'clock' } });
    return asked;
  };
  expect(await readAt(start)).toBe(1);
  expect(await readAt(start + 10_000)).toBe(1);
  expect(await readAt(start + 20_000)).toBe(2);
  expect(await readAt(start - 3_600_000)).toBe(3);
});

test('after a write, whatever was read a moment ago is read again once it is shown again', async () => {
  let reads = 0;
  responds(({ method }, response) => {
    if (method === 'GET') reads += 1;
    const isLost = method === 'PUT' && reads === 2;
    if (isLost) response.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":"x"}');
  });
  const request = { params: { id: 'elsewhere' } };
  const show = async () => {
    await readEarly(read, request);
    return reads;
  };
  const write = () => call(change, { params: { id: 'here' }, body: { title: 'x' } }).catch(() => undefined);
  expect([await show(), await show()]).toEqual([1, 1]);
  await write();
  expect([await show(), await show()]).toEqual([2, 2]);
  // One whose response is lost may have been done.
  await write();
  expect(await show()).toBe(3);
});
