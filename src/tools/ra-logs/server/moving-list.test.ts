import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, listRaLogs, type RaLog, reviewRaLog } from '../contract.ts';
import { logCounts } from './counts.ts';
import { raLogsServer } from './index.ts';

const buildings = ['Anderson', 'Finney', 'Hayman'];
type Query = Partial<Record<'building' | 'followUp' | 'reviewed' | 'submittedBy', string>>;
type Filed = Pick<RaLog, 'building' | 'followUp' | 'submittedBy'>;

/** Writes that have started, and those of them that got a response. Both only grow. */
const filed = { begun: [] as Filed[], done: [] as Filed[] };
const reviewed = { begun: [] as Filed[], done: [] as Filed[] };

function count(logs: readonly Filed[], { building, followUp, submittedBy }: Query): number {
  return logs.filter(
    (log) =>
      (building === undefined || log.building === building) &&
      (followUp === undefined || String(log.followUp) === followUp) &&
      (submittedBy === undefined || log.submittedBy.includes(submittedBy)),
  ).length;
}

/** How many logs match when this many are filed and reviewed. */
function fitting(query: Query, all: readonly Filed[], ofThemReviewed: readonly Filed[]): number {
  if (query.reviewed === 'true') return count(ofThemReviewed, query);
  return count(all, query) - (query.reviewed === 'false' ? count(ofThemReviewed, query) : 0);
}

const some = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
const queries: Query[] = fc
  .sample(
    fc.record({
      building: some(...buildings),
      followUp: some('true', 'false'),
      reviewed: some('true', 'false'),
      submittedBy: some('ra@', 'it@', '@sawtooth'),
    }),
    { numRuns: 120, seed: 20_261_121 },
  )
  .map((query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)));

test('while logs are filed, reviewed, and recounted, every total was true at some moment, and the last is exact', {
  tags: 'long',
}, async () => {
  const server = await startTestServer({ tools: [raLogsServer] });
  const ra = await server.signIn('ra');
  const reslife = await server.signIn('reslife');
  const it = await server.signIn('it');
  const toReview: RaLog[] = [];
  let writers = 0;

  const list = async (by: TestClient, query: Query) =>
    (await by.send(listRaLogs, { query: { ...query, page: 1, pageSize: 100 } as never })).body;

  async function file(by: TestClient, submittedBy: string): Promise<void> {
    writers += 1;
    for (let turn = 0; turn < 25; turn += 1) {
      const log = { building: buildings[turn % 3] ?? '', followUp: turn % 4 === 0, submittedBy };
      filed.begun.push(log);
      const { body } = await by.send(addRaLog, { body: log });
      filed.done.push(log);
      toReview.push(body.data);
    }
    writers -= 1;
  }
  async function review(): Promise<void> {
    for (let left = 20; left > 0; ) {
      const log = toReview.shift();
      if (log === undefined) await list(reslife, {});
      else {
        left -= 1;
        reviewed.begun.push(log);
        const { status } = await reslife.send(reviewRaLog, { params: { id: log._id }, body: {} });
        expect(status).toBe(200);
        reviewed.done.push(log);
      }
    }
  }
  async function fold(): Promise<void> {
    while (writers > 0) await foldCounts(logCounts, server.database.database);
  }
  async function look(by: TestClient, asked: readonly Query[]): Promise<number> {
    let looked = 0;
    for (const query of asked) {
      const filedBefore = [...filed.done];
      const reviewedBefore = [...reviewed.done];
      const { data, meta } = await list(by, query);
      const isReviewed = query.reviewed === 'true';
      const least = fitting(query, filedBefore, isReviewed ? reviewedBefore : reviewed.begun);
      const most = fitting(query, filed.begun, isReviewed ? reviewed.begun : reviewedBefore);
      expect(meta.total).toBeGreaterThanOrEqual(least);
      expect(meta.total).toBeLessThanOrEqual(most);
      expect(count(data, query)).toBe(data.length);
      const places = data.map(({ createdAt, _id }) => `${createdAt} ${_id}`);
      expect(places).toEqual([...new Set(places)].toSorted().toReversed());
      looked += writers > 0 ? 1 : 0;
    }
    return looked;
  }

  const half = queries.length / 2;
  const [first, second] = await Promise.all([
    look(reslife, queries.slice(0, half)),
    look(it, queries.slice(half)),
    file(ra, 'ra@sawtooth.example'),
    file(it, 'it@sawtooth.example'),
    review(),
    fold(),
  ]);
  expect(first + second, 'requests that got a response while logs were filed').toBeGreaterThan(10);

  for (const query of queries) {
    const { data, meta } = await list(it, query);
    const wanted = fitting(query, filed.done, reviewed.done);
    expect({ query, total: meta.total, rows: data.length }).toEqual({ query, total: wanted, rows: wanted });
  }
});
