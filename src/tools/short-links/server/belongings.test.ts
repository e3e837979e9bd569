import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { isOutage } from '../../../platform/server/db/database.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { changeLink, createLink, deleteLink, importLinks } from '../contract.ts';
import { keepRecipients } from './health/check-queries.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

/** Adds links and returns their keys in the order in which they end. */
async function add(...names: string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const shortUrl of names) {
    const { body } = await it.send(createLink, { body: { shortUrl, longUrl: 'https://example.com/' } });
    keys.push(body.data._id);
  }
  return keys.toSorted();
}

/** Ends links of IT in one unit. */
async function end(keys: readonly string[]) {
  const { platform } = server.quad;
  const { rows } = await server.database.pool.query<PersonActor>(
    `select id, name, email from people where email = 'it@sawtooth.example'`,
  );
  const [from] = rows;
  const [links] = platform.belongings();
  if (from === undefined || links?.end === undefined) throw new Error('No one, or nothing that ends.');
  const { run } = links.end;
  return platform.change.changeAsSystem('test')(async (unit) => {
    unit.demand(byPermission);
    const outcomes = [];
    for (const key of keys) outcomes.push(await run({ unit, by: from, from, key }));
    return outcomes;
  });
}

/** Keeps what a statement locks until it is released. */
async function hold(statement: string, values: readonly string[] = []) {
  const holder = await server.database.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  expect((await holder.query(statement, [...values])).rowCount).toBe(1);
  return { release: () => holder.query('rollback') };
}

const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when this many connections wait for a lock. */
const awaitWaiting = (count: number) =>
  vi.waitFor(
    async () => expect((await server.database.pool.query(`select ${waiting}`)).rowCount).toBe(count),
    { timeout: 15_000 },
  );

test.each([
  [
    'edited',
    (id: string) => it.send(changeLink, { params: { id }, body: { longUrl: 'https://example.org/' } }),
  ],
  ['deleted', (id: string) => it.send(deleteLink, { params: { id } })],
])('links end while one of them is %s', async (done, send) => {
  const [first = '', second = ''] = await add(`${done}-1`, `${done}-2`);
  await end(await add(`${done}-before`));
  const counter = await hold(`select from change_counters where name = 'short-links' for update`);
  const ending = end([first, second]);
  await awaitWaiting(1);
  const sending = send(second);
  await awaitWaiting(2);
  await counter.release();
  expect(await ending).toEqual([true, true]);
  expect((await sending).status).toBeLessThan(300);
});

test.each([
  ['several of them end', 'ends', end],
  ['one of them is deleted', 'goes', ([id = '']: string[]) => it.send(deleteLink, { params: { id } })],
])('who is emailed about broken links is kept while %s', async (_what, name, take) => {
  const { database, pool } = server.database;
  const [first = '', second = ''] = await add(`${name}-1`, `${name}-2`);
  await pool.query(
    `insert into short_link_checks (link_id, long_url, answer, broken_at)
     select id, long_url, 'Gone.', now() from short_links where id in ($1, $2) order by id desc`,
    [first, second],
  );
  const { rows } = await pool.query(`select id from people where email = 'it@sawtooth.example'`);
  const recipients = [second, first].map((link) => ({ person: rows[0].id, link }));
  const link = await hold('select from short_links where id = $1 for update', [first]);
  const taking = take([first, second]);
  await awaitWaiting(1);
  const keeping = keepRecipients(database, [first, second], recipients);
  await awaitWaiting(2);
  await link.release();
  await expect(Promise.all([taking, keeping])).resolves.toBeDefined();
});

test('an outage while links end is not mistaken for a link that is gone', async () => {
  const keys = await add('outage');
  await hold('select from short_links where id = $1 for update', keys);
  const ending = end(keys).catch((error: unknown) => error);
  await awaitWaiting(1);
  await server.database.pool.query(`select pg_cancel_backend(pid) ${waiting}`);
  expect(isOutage(await ending)).toBe(true);
});

test('a link is handed over alone', async () => {
  const keys = await add('over-1', 'over-2');
  await server.signIn('it2');
  const { pool } = server.database;
  const { rows } = await pool.query<PersonActor>(
    `select id, name, email from people
     where email in ('it@sawtooth.example', 'it2@sawtooth.example') order by length(email)`,
  );
  const [from, other] = rows as [PersonActor, PersonActor];
  const to = { ...other, groups: [], permissions: new Set([importLinks.access]) };
  const [links] = server.quad.platform.belongings();
  const key = keys[0] ?? '';
  const done = await server.quad.platform.change.changeAsSystem('test')(async (unit) => {
    unit.demand(byPermission);
    return links?.handOver?.({ unit, by: from, from, to, key });
  });
  const { rows: kept } = await pool.query('select id from short_links where kept_by_id = $1', [to.id]);
  expect([done, kept]).toEqual([true, [{ id: key }]]);
});

test('a link is deleted alone', async () => {
  const [gone = '', left = ''] = await add('deleted-alone-1', 'deleted-alone-2');
  expect((await it.send(deleteLink, { params: { id: gone } })).status).toBeLessThan(300);
  const { rows } = await server.database.pool.query(
    'select id from short_links where id = any($1) order by id',
    [[gone, left]],
  );
  expect(rows).toEqual([{ id: left }]);
});
