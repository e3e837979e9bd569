import { expect, test } from 'vitest';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { listMyRaLogs, listRaLogs, readRaBoard } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { raLogsSeed } from './seed.ts';

/** Random numbers that are always the same. */
const random = () => 0.42;

test('the demo college has sixty logs of the last weeks, some reviewed, some open', async () => {
  const server = await startTestServer({ tools: [raLogsServer] });
  const { platform } = server.quad;
  expect(await raLogsSeed.isFilled(platform)).toBe(false);
  await raLogsSeed.run({ platform, count: raLogsSeed.demoCount, random });
  expect(await raLogsSeed.isFilled(platform)).toBe(true);

  const reslife = await server.signIn('reslife');
  const { body } = await reslife.send(listRaLogs, { query: { page: 1, pageSize: 100 } });
  expect(body.meta.total).toBe(60);
  const times = body.data.map(({ createdAt }) => Date.parse(createdAt));
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
  expect(Math.min(...times)).toBeGreaterThan(Date.now() - 30 * 24 * 60 * 60_000);
  expect(new Set(body.data.map(({ reviewed }) => reviewed))).toEqual(new Set([true, false]));
  expect(body.data.some(({ followUp }) => followUp)).toBe(true);
  expect(new Set(body.data.map(({ building }) => building)).size).toBe(5);
  for (const log of body.data) {
    if (log.reviewedOn !== null) expect(Date.parse(log.reviewedOn)).toBeLessThanOrEqual(Date.now());
  }
  expect((await reslife.send(readRaBoard, { query: {} as never })).status).toBe(200);
});

test('many logs reach back four years, are counted, and keep their indexes; more can be added', {
  tags: 'long',
}, async () => {
  const server = await startTestServer({ tools: [raLogsServer] });
  const { platform } = server.quad;
  const { pool } = server.database;
  const indexes = async () =>
    (await pool.query(`select indexname, indexdef from pg_indexes where tablename = 'ra_logs' order by 1`))
      .rows;
  const before = await indexes();
  await raLogsSeed.run({ platform, count: 20_500, random });
  expect(await indexes()).toEqual(before);
  await raLogsSeed.run({ platform, count: 500, random: () => 0.43 });
  const { rows } = await pool.query(`
    select (select count(*) from ra_logs) as logs, (select sum(logs) from ra_log_counts) as counted,
      (select count(distinct name) from ra_log_people) = (select count(*) from ra_log_people) as distinct_people`);
  expect(rows).toEqual([{ logs: 21_000, counted: 21_000, distinct_people: true }]);
  const reslife = await server.signIn('reslife');
  const last = await reslife.send(listRaLogs, { query: { page: 2_100, pageSize: 10 } });
  expect(last.body.data).toHaveLength(10);
});

test('the same random numbers make the same logs', async () => {
  const read = async () => {
    const server = await startTestServer({ tools: [raLogsServer] });
    await raLogsSeed.run({ platform: server.quad.platform, count: 200, random });
    const { rows } = await server.database.pool.query(`
      select building_id, submitter_id, follow_up, safety_concerns, comments, extract(hour from created_at) as hour
      from ra_logs order by created_at, id`);
    return rows;
  };
  expect(await read()).toEqual(await read());
});

test.each([true, false])(
  'the demo assistant owns what was made up for them, signed in before: %s',
  async (before) => {
    const server = await startTestServer({ tools: [raLogsServer] });
    if (before) await server.signIn('ra');
    await raLogsSeed.run({ platform: server.quad.platform, count: 500, random });
    await raLogsSeed.run({ platform: server.quad.platform, count: 10, random: () => 0.1 });
    const ra = await server.signIn('ra');
    const { body } = await ra.send(listMyRaLogs, { query: { page: 1 } });
    expect(body.meta.total).toBeGreaterThan(5);
  },
);
