import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { listBuildings, readRaBoard } from '../contract.ts';
import { logCounts } from './counts.ts';
import { raLogsServer } from './index.ts';
import { fileRounds } from './testing/file-rounds.ts';

const day = 24 * 60 * 60_000;
const names = ['Anderson', 'Finney', 'Hayman', 'Simplot', 'Vorhees', 'Sawtooth-Owyhee', 'Mustard', 'Ketchup'];
let server: TestServer;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from ra_logs; delete from ra_log_buildings'));

const board = async (query: Record<string, string> = {}) =>
  (await reslife.send(readRaBoard, { query: query as never })).body.data;

/** The Monday of an instant on the calendar of Boise. */
function mondayOf(instant: number): string {
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Boise' }).format(instant);
  const noon = new Date(`${written}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7));
  return noon.toISOString().slice(0, 10);
}

test('has each configured building with the last twelve weeks, even before the first log', async () => {
  const rows = await board();
  expect(rows.map(({ building }) => building)).toEqual(names);
  for (const { weeks, openFollowUps, lastRoundAt } of rows) {
    expect({ openFollowUps, lastRoundAt }).toEqual({ openFollowUps: 0, lastRoundAt: null });
    expect(weeks).toHaveLength(12);
    expect(weeks.every(({ rounds }) => rounds === 0)).toBe(true);
    expect(weeks.at(-1)?.monday).toBe(mondayOf(Date.now()));
    expect(weeks[0]?.monday).toBe(mondayOf(Date.now() - 77 * day));
  }
});

test('counts each round in the week in which it was walked, on the college’s calendar', async () => {
  // Monday 00:30 in Boise is still Monday there; Sunday 23:30 is already Monday in UTC.
  const monday = mondayOf(Date.now() - 14 * day);
  const midnight = await server.database.pool.query(
    `select ($1::timestamp at time zone 'America/Boise') as at`,
    [monday],
  );
  const begins = (midnight.rows[0].at as Date).getTime();
  await fileRounds(server.database, [
    { building: 'Anderson', createdAt: new Date(begins - 1) },
    { building: 'Anderson', createdAt: new Date(begins) },
    { building: 'Anderson', createdAt: new Date(begins + 30 * 60_000), followUp: true },
    { building: 'Finney', createdAt: new Date(begins + 3 * day) },
    // Walked on Sunday while offline, sent on Monday.
    { building: 'Finney', createdAt: new Date(begins + 60_000), writtenAt: new Date(begins - 60_000) },
    { building: 'Old Barn', createdAt: new Date(Date.now() - 700 * day), followUp: true },
    { building: 'Old Barn', createdAt: new Date(Date.now() - 701 * day), followUp: true, closed: true },
  ]);
  const check = async () => {
    const rows = await board({ weeks: '5' });
    expect(rows.map(({ building }) => building)).toEqual([...names, 'Old Barn']);
    const of = (name: string) => rows.find(({ building }) => building === name);
    expect(of('Anderson')?.weeks.map(({ rounds }) => rounds)).toEqual([0, 1, 2, 0, 0]);
    expect(of('Finney')?.weeks.map(({ rounds }) => rounds)).toEqual([0, 1, 1, 0, 0]);
    expect(of('Old Barn')?.weeks.map(({ rounds }) => rounds)).toEqual([0, 0, 0, 0, 0]);
    expect(of('Anderson')).toMatchObject({
      openFollowUps: 1,
      lastRoundAt: new Date(begins + 30 * 60_000).toISOString(),
    });
    expect(of('Old Barn')).toMatchObject({ openFollowUps: 1, lastRoundAt: expect.stringMatching(/^202/) });
  };
  await check();
  await foldCounts(logCounts, server.database.database);
  await check();
});

test.each(['0', '54', '-1', 'x', '1.5', '1e9'])('%s weeks are refused', async (weeks) => {
  expect(await reslife.send(readRaBoard, { query: { weeks } as never })).toMatchObject({
    status: 400,
    body: { fields: { weeks: expect.any(String) } },
  });
});

test('a year of weeks is a year of Mondays', async () => {
  const [row] = await board({ weeks: '53' });
  const mondays = row?.weeks.map(({ monday }) => Date.parse(monday)) ?? [];
  expect(mondays).toHaveLength(53);
  expect(
    mondays.every((monday, index) => index === 0 || monday - (mondays[index - 1] ?? 0) === 7 * day),
  ).toBe(true);
});

test('the buildings are those of the configuration, in their order, then those that occur only in logs', async () => {
  await fileRounds(server.database, [{ building: 'Attic' }, { building: 'Old Barn' }]);
  const student = await server.signIn('student');
  const { body } = await student.send(listBuildings);
  expect(body.data).toEqual([
    ...names.map((name, index) => ({ name, offered: index < 5 })),
    { name: 'Attic', offered: false },
    { name: 'Old Barn', offered: false },
  ]);
  expect((await server.visitor.send(listBuildings)).status).toBe(401);
});
