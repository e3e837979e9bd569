import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import { locatePage, totalOf } from '../../../platform/server/list/page-location.ts';
import { openTestDatabase, type TestDatabase } from '../../../platform/server/testing/test-database.ts';
import { countByMonth, logCounts } from './counts.ts';
import { selectPeopleNamed } from './log-filter.ts';
import { selectPage } from './queries.ts';
import { fileRounds } from './testing/file-rounds.ts';

let database: TestDatabase;
const rounds = [
  { building: 'Anderson', createdAt: new Date('2026-11-02T06:00:00Z') },
  { building: 'Anderson', createdAt: new Date('2026-11-01T00:00:00Z'), followUp: true },
  { building: 'Finney', createdAt: new Date('2026-10-31T23:59:59.999Z'), reviewedBy: 'odo' },
  { building: 'Finney', createdAt: new Date('2026-10-15T06:00:00Z'), submittedBy: 'ada' },
];

beforeEach(async () => {
  database = await openTestDatabase();
});

async function months(filter = {}) {
  const counted = await countByMonth(database.database, filter);
  return counted.months.map(({ month, rows, matching }) => [month, rows, matching]);
}
const foldAll = () => foldCounts(logCounts, database.database);
const waiting = async () =>
  (await database.pool.query('select count(*) as changes from ra_log_count_changes')).rows[0].changes;
/** What the tables say, and what counting the logs says. */
async function compare() {
  const coarse = await database.pool.query(`
    select month::text, building_id, reviewed, follow_up, sum(logs)::int as logs from (
      select month, building_id, reviewed, follow_up, logs from ra_log_counts
      union all select month, building_id, reviewer_id is not null, follow_up, logs from ra_log_count_changes
    ) as kinds group by 1, 2, 3, 4 having sum(logs) <> 0 order by 1, 2, 3, 4`);
  const coarseTruth = await database.pool.query(`
    select ra_log_month(created_at)::text as month, building_id, reviewer_id is not null as reviewed, follow_up,
      count(*)::int as logs from ra_logs group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  const fine = await database.pool.query(`
    select submitter_id, month::text, building_id, reviewer_id, follow_up, sum(logs)::int as logs from (
      select submitter_id, month, building_id, reviewer_id, follow_up, logs from ra_log_people_counts
      union all select submitter_id, month, building_id, reviewer_id, follow_up, logs from ra_log_count_changes
    ) as kinds group by 1, 2, 3, 4, 5 having sum(logs) <> 0 order by 1, 2, 3, 4, 5`);
  const fineTruth = await database.pool.query(`
    select submitter_id, ra_log_month(created_at)::text as month, building_id, reviewer_id, follow_up,
      count(*)::int as logs from ra_logs group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
  expect(coarse.rows).toEqual(coarseTruth.rows);
  expect(fine.rows).toEqual(fineTruth.rows);
}

describe.each([
  ['waiting', async () => undefined],
  ['folded', foldAll],
])('counts that are %s', (_state, settle) => {
  test('are those of each month in UTC, newest first', async () => {
    await fileRounds(database, rounds);
    await settle();
    expect(await months()).toEqual([
      ['2026-11-01', 2, 2],
      ['2026-10-01', 2, 2],
    ]);
    expect(await months({ building: 'Finney', reviewed: false })).toEqual([
      ['2026-11-01', 2, 0],
      ['2026-10-01', 2, 1],
    ]);
    const ada = await selectPeopleNamed(database.database, 'ADA');
    expect(await months({ submitters: ada })).toEqual([
      ['2026-11-01', 2, 0],
      ['2026-10-01', 2, 1],
    ]);
    await compare();
  });

  test('follow whatever is done to logs by hand', async () => {
    const { pool } = database;
    await fileRounds(database, rounds);
    await settle();
    await pool.query(
      `update ra_logs set reviewer_id = submitter_id, reviewed_on = now() where reviewer_id is null`,
    );
    await compare();
    await settle();
    await pool.query(`update ra_logs set created_at = created_at - interval '1 month' where follow_up`);
    await pool.query(`update ra_logs set building_id = (select max(id) from ra_log_buildings)`);
    await pool.query(`update ra_logs set reviewer_id = null, reviewed_on = null where not follow_up`);
    await compare();
    await settle();
    await pool.query('delete from ra_logs where follow_up');
    await compare();
    await pool.query('delete from ra_logs');
    await settle();
    await compare();
    expect(await months()).toEqual([]);
  });
});

test('a change that does not affect the counts adds none', async () => {
  await fileRounds(database, rounds);
  await foldAll();
  await database.pool.query(
    `update ra_logs set comments = 'x', follow_up_owner = 'a@b.example' where follow_up`,
  );
  expect(await waiting()).toBe(0);
});

test('what was rolled back was never counted', async () => {
  await fileRounds(database, rounds);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('delete from ra_logs');
  expect(await months()).toHaveLength(2);
  await client.query('rollback');
  client.release();
  await compare();
});

test('folding by two instances at once while logs are filed and reviewed loses none', async () => {
  await fileRounds(database, rounds);
  const seen: number[] = [];
  const file = async (part: number) => {
    for (let turn = 0; turn < 10; turn += 1) {
      await fileRounds(database, [
        { submittedBy: `person ${(part + turn) % 3}`, createdAt: new Date(2026, 5, 1 + turn) },
      ]);
      await database.pool.query(
        `update ra_logs set reviewer_id = submitter_id, reviewed_on = now()
         where id = (select id from ra_logs where reviewer_id is null limit 1 for update skip locked)`,
      );
    }
  };
  const fold = async () => {
    for (let turn = 0; turn < 15; turn += 1) {
      await foldAll();
      seen.push(totalOf((await countByMonth(database.database, {})).months));
    }
  };
  await Promise.all([file(0), file(1), file(2), fold(), fold()]);
  await compare();
  await foldAll();
  expect(await waiting()).toBe(0);
  await compare();
  expect(await months()).not.toEqual([]);
  // No one sees a change twice or not at all: the total only grows.
  expect(Math.max(...seen)).toBeLessThanOrEqual(34);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(4);
});

test('a page of few matches is the same whether it is walked or gathered', async () => {
  const spread = Array.from({ length: 60 }, (_, index) => ({
    id: randomUUID(),
    submittedBy: `person ${index % 7}`,
    building: index % 4 === 0 ? 'Ketchup' : 'Finney',
    followUp: index % 3 === 0,
    createdAt: new Date(Date.UTC(2025, index % 20, 1 + (index % 5))),
  }));
  await fileRounds(database, spread);
  const reader = database.database;
  for (const filter of [{}, { building: 'Ketchup' }, { followUp: true, building: 'Ketchup' }]) {
    const counted = await countByMonth(reader, filter);
    for (let page = 1; page <= 4; page += 1) {
      const location = locatePage(counted.months, { page, pageSize: 7 });
      if (location === null) continue;
      const walked = await selectPage(reader, filter, { ...location, rows: 0 });
      const gathered = await selectPage(reader, filter, { ...location, rows: Number.MAX_SAFE_INTEGER });
      expect(gathered).toEqual(walked);
      expect(walked).toHaveLength(location.limit);
    }
  }
});
