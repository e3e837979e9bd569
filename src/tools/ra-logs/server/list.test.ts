import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { listRaLogs } from '../contract.ts';
import { logCounts } from './counts.ts';
import { raLogsServer } from './index.ts';
import { type FiledRound, fileRounds } from './testing/file-rounds.ts';

const path = '/api/departments/residence-life/resident-assistants/logs';
const buildings = ['Anderson', 'Finney', 'Ketchup', 'Old Barn'];
const submitters = [
  'ada.ash@sawtooth.example',
  'ADA.Birch@sawtooth.example',
  'bo_b%@sawtooth.example',
  'back\\slash@sawtooth.example',
  'zoë@sawtooth.example',
  'İrem@sawtooth.example',
];
const reviewers = ['rosalie.fenn.hale', 'odo.brightwater', 'zoë.ash'];

interface Model extends Required<Pick<FiledRound, 'submittedBy' | 'building' | 'followUp' | 'createdAt'>> {
  id: string;
  reviewedBy: string | null;
}

let server: TestServer;
let reslife: TestClient;
/** Newest first, as the list has to be. */
let model: Model[];

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  reslife = await server.signIn('reslife');
  const chance = fc.sample(fc.nat({ max: 999 }), { numRuns: 400 * 6, seed: 17 });
  const pick = <T>(all: readonly T[], index: number) => all[(chance[index] ?? 0) % all.length] as T;
  // Over two years, many at exactly the same time, and some on the first and the last instant of a month.
  const rounds = Array.from({ length: 400 }, (_, index) => ({
    submittedBy: pick(submitters, index * 6),
    building: pick(buildings, index * 6 + 1),
    followUp: (chance[index * 6 + 2] ?? 0) % 4 === 0,
    reviewedBy: (chance[index * 6 + 3] ?? 0) % 3 === 0 ? null : pick(reviewers, index * 6 + 3),
    createdAt: pick(
      [
        new Date(Date.UTC(2024, 11 + ((chance[index * 6 + 4] ?? 0) % 23), 1)),
        new Date(Date.UTC(2024, 12 + ((chance[index * 6 + 4] ?? 0) % 23), 1) - 1),
        new Date(Date.UTC(2025, (chance[index * 6 + 4] ?? 0) % 20, 15, 6, (chance[index * 6 + 5] ?? 0) % 3)),
      ],
      index * 6 + 5,
    ),
  }));
  // Half of them are counted in the tables, half are still waiting among the changes.
  const ids = await fileRounds(server.database, rounds.slice(0, 200));
  await foldCounts(logCounts, server.database.database);
  ids.push(...(await fileRounds(server.database, rounds.slice(200))));
  model = rounds
    .map((round, index) => ({ ...round, id: ids[index] ?? '' }))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
});
afterAll(() => server.stop());

type Query = Partial<Record<'reviewed' | 'followUp' | 'submittedBy' | 'reviewedBy' | 'building', string>>;

function matches(log: Model, { reviewed, followUp, submittedBy, reviewedBy, building }: Query): boolean {
  const contains = (text: string | null, wanted: string | undefined) =>
    wanted === undefined ||
    wanted.trim() === '' ||
    (text ?? '').toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    (reviewed === undefined ||
      !['true', 'false'].includes(reviewed) ||
      (log.reviewedBy !== null) === (reviewed === 'true')) &&
    (followUp === undefined ||
      !['true', 'false'].includes(followUp) ||
      log.followUp === (followUp === 'true')) &&
    (building === undefined || building === '' || log.building === building) &&
    contains(log.submittedBy, submittedBy) &&
    (log.reviewedBy !== null || reviewedBy === undefined || reviewedBy.trim() === '') &&
    contains(log.reviewedBy, reviewedBy)
  );
}

async function list(query: Query & { page?: number | string; pageSize?: number | string }) {
  const answer = await reslife.send(listRaLogs, { query: query as never });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

describe('the filters', () => {
  const flags = [undefined, 'true', 'false'];
  const combinations = flags.flatMap((reviewed) =>
    flags.flatMap((followUp) =>
      [undefined, ...buildings].flatMap((building) =>
        [undefined, 'ada', '%'].flatMap((submittedBy) =>
          [undefined, 'fenn'].map((reviewedBy) => ({
            reviewed,
            followUp,
            building,
            submittedBy,
            reviewedBy,
          })),
        ),
      ),
    ),
  );

  test(`let through exactly what they say, in all ${combinations.length} combinations`, {
    tags: 'long',
  }, async () => {
    for (const combination of combinations) {
      const query = Object.fromEntries(
        Object.entries(combination).filter(([, value]) => value !== undefined),
      ) as Query;
      const wanted = model.filter((log) => matches(log, query)).map(({ id }) => id);
      const { data, meta } = await list({ ...query, page: 1, pageSize: 100 });
      expect({ query, total: meta.total, ids: data.map(({ _id }) => _id) }).toEqual({
        query,
        total: wanted.length,
        ids: wanted.slice(0, 100),
      });
    }
  });

  test('and the pages agree with a plain list, whatever is asked', async () => {
    const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const text = some(
      'a',
      'b',
      'o',
      '@',
      '.',
      '_',
      '%',
      '\\',
      'ADA',
      'zoë',
      'ZOË',
      'İ',
      'i',
      'sawtooth.EXAMPLE',
      'ash',
      "'",
      'nobody',
      ' ',
      'x'.repeat(200),
    );
    const asked = fc.record({
      reviewed: some('true', 'false', 'yes', ''),
      followUp: some('true', 'false', '1'),
      building: some(...buildings, 'Hayman', ''),
      submittedBy: text,
      reviewedBy: text,
      page: fc.integer({ min: 1, max: 45 }),
      pageSize: fc.constantFrom(1, 7, 10, 33, 100),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ page, pageSize, ...filter }) => {
        const query = Object.fromEntries(
          Object.entries(filter).filter(([, value]) => value !== undefined),
        ) as Query;
        const wanted = model.filter((log) => matches(log, query)).map(({ id }) => id);
        const { data, meta } = await list({ ...query, page, pageSize });
        expect(meta).toEqual({
          page,
          pageSize,
          total: wanted.length,
          pages: Math.ceil(wanted.length / pageSize),
        });
        expect(data.map(({ _id }) => _id)).toEqual(wanted.slice((page - 1) * pageSize, page * pageSize));
      }),
      { numRuns: 300, seed: 20_261_121 },
    );
  });

  test.each(['Atlantis', 'anderson', 'All', '%', "' or 1=1 --", 'x'.repeat(61)])(
    'name a building that exists, not %j',
    async (building) => {
      const answer = await reslife.send(listRaLogs, { query: { building, page: 1 } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { building: expect.any(String) } } });
    },
  );

  test.each([
    ['submittedBy', 'x'.repeat(201)],
    ['reviewedBy', 'x'.repeat(201)],
    ['submittedBy', 'a\0b'],
    ['reviewedBy', '\0'],
  ])('refuse in %s what cannot be a name', async (field, text) => {
    const answer = await reslife.send(listRaLogs, { query: { [field]: text, page: 1 } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });

  test('given twice are refused or ignored, never an error', async () => {
    for (const query of [
      'building=Anderson&building=Finney',
      'submittedBy=a&submittedBy=b',
      'reviewed=true&reviewed=false',
    ]) {
      const { status } = await reslife.fetch('GET', `${path}?page=1&${query}`);
      expect(status).toBeLessThan(500);
    }
  });

  test('that do not exist are ignored', async () => {
    const { body } = await reslife.fetch(
      'GET',
      `${path}?page=1&__proto__=1&constructor=x&sort=id;drop&limit=1000`,
    );
    expect(body).toMatchObject({ meta: { total: 400, pageSize: 10 } });
  });
});

describe('the address', () => {
  test('without a page and a size asks for no data', async () => {
    expect(await list({ reviewed: 'true' })).toEqual({ data: [], meta: { pages: -1 } });
    const refused = await reslife.send(listRaLogs, { query: { building: 'Atlantis' } });
    expect(refused.status).toBe(400);
  });

  const all = { pages: 40, total: 400 };
  test.each<[string, { page: number; pageSize: number; pages?: number }, number]>([
    ['page=1', { page: 1, pageSize: 10 }, 10],
    ['pageSize=25', { page: 1, pageSize: 25, pages: 16 }, 25],
    ['page=', { page: 1, pageSize: 10 }, 10],
    ['page=0', { page: 1, pageSize: 10 }, 10],
    ['page=-1', { page: 1, pageSize: 10 }, 10],
    ['page=-9999999999999999999', { page: 1, pageSize: 10 }, 10],
    ['page=1.5', { page: 1, pageSize: 10 }, 10],
    ['page=1e3', { page: 1, pageSize: 10 }, 10],
    ['page=0x10', { page: 1, pageSize: 10 }, 10],
    ['page=NaN', { page: 1, pageSize: 10 }, 10],
    ['page=Infinity', { page: 1, pageSize: 10 }, 10],
    ['page=null', { page: 1, pageSize: 10 }, 10],
    ['page=true', { page: 1, pageSize: 10 }, 10],
    ['page=%27%20or%201=1', { page: 1, pageSize: 10 }, 10],
    ['page=%D9%A1', { page: 1, pageSize: 10 }, 10],
    ['page=1&page=2', { page: 1, pageSize: 10 }, 10],
    ['page[]=2', { page: 1, pageSize: 10, pages: -1 }, 0],
    ['page=%202%20', { page: 2, pageSize: 10 }, 10],
    ['page=%2B2', { page: 2, pageSize: 10 }, 10],
    ['page=0002', { page: 2, pageSize: 10 }, 10],
    ['page=40', { page: 40, pageSize: 10 }, 10],
    ['page=41', { page: 41, pageSize: 10 }, 0],
    ['page=2147483648', { page: 1_000_000_000, pageSize: 10 }, 0],
    ['page=99999999999999999999999', { page: 1_000_000_000, pageSize: 10 }, 0],
    ['page=1000000000&pageSize=100', { page: 1_000_000_000, pageSize: 100, pages: 4 }, 0],
    ['page=1&pageSize=0', { page: 1, pageSize: 10 }, 10],
    ['page=1&pageSize=-5', { page: 1, pageSize: 10 }, 10],
    ['page=1&pageSize=abc', { page: 1, pageSize: 10 }, 10],
    ['page=1&pageSize=1', { page: 1, pageSize: 1, pages: 400 }, 1],
    ['page=400&pageSize=1', { page: 400, pageSize: 1, pages: 400 }, 1],
    ['page=1&pageSize=100', { page: 1, pageSize: 100, pages: 4 }, 100],
    ['page=1&pageSize=101', { page: 1, pageSize: 100, pages: 4 }, 100],
    ['page=1&pageSize=1e9', { page: 1, pageSize: 10 }, 10],
    ['page=1&pageSize=99999999999999999999', { page: 1, pageSize: 100, pages: 4 }, 100],
    ['page=2&pageSize=399', { page: 2, pageSize: 100, pages: 4 }, 100],
  ])('%s gets a response', async (query, meta, rows) => {
    const { status, body } = await reslife.fetch('GET', `${path}?${query}`);
    const answer = body as { data: unknown[]; meta: unknown };
    expect(status).toBe(200);
    expect(answer.data).toHaveLength(rows);
    expect(answer.meta).toEqual(meta.pages === -1 ? { pages: -1 } : { ...all, ...meta });
  });
});

test('with no logs there are no pages', async () => {
  const { data, meta } = await list({ submittedBy: 'nobody.at.all', page: 1 });
  expect({ data, meta }).toEqual({ data: [], meta: { pages: 0, total: 0, page: 1, pageSize: 10 } });
});
