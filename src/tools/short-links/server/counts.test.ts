import { expect, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import { openTestDatabase, type TestDatabase } from '../../../platform/server/testing/test-database.ts';
import { countByMonth, countMatching, linkCounts } from './counts.ts';
import { insertLinkAt } from './testing/insert-link.ts';

const october = '2026-10-31T23:59:59.999Z';
const november = '2026-11-01T00:00:00Z';

const fold = ({ database }: TestDatabase) => foldCounts(linkCounts, database);
const months = async ({ database }: TestDatabase) =>
  (await countByMonth(database, 'all')).months.map(({ month, links }) => [month, links]);

test.each([
  ['waiting', async () => undefined],
  ['folded', fold],
])(
  'links are counted in their month in UTC, even when edited by hand (changes %s)',
  async (_state, settle) => {
    const database = await openTestDatabase();
    const { pool } = database;
    for (const at of [october, november, november]) await insertLinkAt(database, at);
    await settle(database);
    expect(await months(database)).toEqual([
      ['2026-11-01', 2],
      ['2026-10-01', 1],
    ]);
    await pool.query(
      `update short_links set created_at = created_at + interval '1 month' where created_at < $1`,
      [november],
    );
    await settle(database);
    expect(await months(database)).toEqual([
      ['2026-11-01', 3],
      ['2026-10-01', 0],
    ]);
    await pool.query('delete from short_links');
    await settle(database);
    expect(await months(database)).toEqual([
      ['2026-11-01', 0],
      ['2026-10-01', 0],
    ]);
  },
);

test('each write to an address is a change of its month, but a visit or a new expiry is not', async () => {
  const database = await openTestDatabase();
  const changes = async () => (await countByMonth(database.database, 'all')).months[0]?.changes;
  await insertLinkAt(database, november);
  const first = await changes();
  await database.pool.query(
    'update short_links set visits = visits + 1, last_visit_at = now(), expires_at = now()',
  );
  await database.pool.query('update short_links set long_url = long_url');
  expect(await changes()).toBe(first);
  await database.pool.query(`update short_links set long_url = 'https://elsewhere.example/'`);
  expect(await changes()).toBeGreaterThan(first ?? Number.NaN);
});

test('a month that was emptied and filled again never looks as it did before, folded or not', async () => {
  const database = await openTestDatabase();
  const seen = new Set<number>();
  for (let turn = 0; turn < 4; turn += 1) {
    await insertLinkAt(database, november, `turn-${turn}`);
    const [month] = (await countByMonth(database.database, 'all')).months;
    seen.add(month?.changes ?? Number.NaN);
    await fold(database);
    expect((await countByMonth(database.database, 'all')).months).toEqual([month]);
    await database.pool.query('delete from short_links');
    await fold(database);
  }
  expect(seen.size).toBe(4);
});

test('folding by two instances at once while links come and go loses no change', async () => {
  const database = await openTestDatabase();
  const write = async (part: number) => {
    for (let turn = 0; turn < 10; turn += 1) {
      await insertLinkAt(database, turn % 2 === 0 ? october : november, `link-${part}-${turn}`);
      if (turn % 3 === 0)
        await database.pool.query('delete from short_links where short_url = $1', [`link-${part}-${turn}`]);
    }
  };
  const folding = async () => {
    for (let turn = 0; turn < 10; turn += 1) await fold(database);
  };
  await Promise.all([write(0), write(1), write(2), folding(), folding()]);
  await fold(database);
  const { months: counted, waiting } = await countByMonth(database.database, 'all');
  const { rows } = await database.pool.query(
    'select short_link_month(created_at) as month, count(*) as links from short_links group by 1 order by 1 desc',
  );
  expect(waiting).toBe(0);
  expect(counted.map(({ month, links }) => ({ month, links }))).toEqual(rows);
});

test.each([1, 1_000_000])(
  'matches are counted by month, and a text never spans both addresses (%i links)',
  async (rows) => {
    const database = await openTestDatabase();
    await insertLinkAt(database, october, 'Summer-Camp');
    await insertLinkAt(database, november, 'winter-camp');
    const count = async (search: string) => [
      ...(await countMatching(database.database, search, 'all', [
        { month: '2026-11-01', links: rows },
        { month: '2026-10-01', links: rows },
      ])),
    ];
    expect(await count('camp')).toEqual(
      expect.arrayContaining([
        ['2026-10-01', 1],
        ['2026-11-01', 1],
      ]),
    );
    expect(await count('summer')).toEqual([['2026-10-01', 1]]);
    expect(await count('camp\nhttps')).toEqual([]);
  },
);
