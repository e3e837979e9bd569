import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { isOutage, openDatabase } from './database.ts';
import { createNames, isDirect } from './repeated-statements.ts';

/** One connection, so that the test can read which statements it keeps. */
async function openOne() {
  const source = await openTestDatabase();
  const { database, close } = openDatabase(source.settings, { size: 1 });
  onTestFinished(close);
  const ask = async (text: string, values: unknown[], times = 6) => {
    const answers: unknown[] = [];
    for (let time = 0; time < times; time += 1) {
      answers.push((await database.executeQuery(CompiledQuery.raw(text, values))).rows);
    }
    return answers;
  };
  const kept = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      database,
    );
    return rows.map(({ statement }) => statement);
  };
  return { source, ask, kept };
}

test('a statement that is repeated is kept from its fifth time on, and returns the same', async () => {
  const { ask, kept } = await openOne();
  const text = 'select $1::text as word';
  await ask(text, ['Lantern'], 4);
  expect(await kept()).toEqual([]);
  expect(await ask(text, ['Lantern'], 1)).toEqual([[{ word: 'Lantern' }]]);
  expect(await ask(text, ['Candle'], 1)).toEqual([[{ word: 'Candle' }]]);
  expect(await kept()).toEqual([text]);
});

test('so is one that begins with a parenthesis', async () => {
  const { ask, kept } = await openOne();
  const text = '(select $1::int as number) union all (select 7)';
  await ask(text, [1]);
  expect(await kept()).toEqual([text]);
});

test('so is one without values, but neither the start nor the end of a transaction', async () => {
  const { ask, kept } = await openOne();
  expect(await ask('select 7 as number', [])).toEqual(Array.from({ length: 6 }, () => [{ number: 7 }]));
  await ask('begin', []);
  await ask('commit', []);
  expect(await kept()).toEqual(['select 7 as number']);
});

test('a search for letters is planned for its letters, and several statements in one text are left as they are', async () => {
  const { ask, kept } = await openOne();
  await ask('select id from people where name like $1', ['%a%']);
  await ask('select id from people where strpos(name, $1) > 0', ['a']);
  await ask('select 1; select 2', []);
  expect(await kept()).toEqual([]);
});

test('a table that changes under a kept statement costs the connection, and the next one reads it', async () => {
  const { source, ask } = await openOne();
  await source.pool.query('create table lanterns (light integer)');
  await source.pool.query('insert into lanterns values (7)');
  const text = 'select light from lanterns where light = $1';
  await ask(text, [7]);
  await source.pool.query('alter table lanterns alter light type bigint');
  const refused = await ask(text, [7], 1).catch((error: unknown) => error);
  expect(isOutage(refused)).toBe(true);
  expect(await ask(text, [7], 1)).toEqual([[{ light: 7 }]]);
});

test('a wrong value is refused as before, and the connection stays usable', async () => {
  const { ask, kept } = await openOne();
  const text = 'select $1::integer as number';
  await ask(text, [1]);
  await expect(ask(text, ['Lantern'], 1)).rejects.toMatchObject({ code: '22P02' });
  expect(await ask(text, [2], 1)).toEqual([[{ number: 2 }]]);
  expect(await kept()).toEqual([text]);
});

test('only a limited number of texts get names, no matter how many a visitor makes up', () => {
  const nameOf = createNames();
  const often = (text: string) => Array.from({ length: 5 }, () => nameOf(text)).at(-1);
  const names = Array.from({ length: 300 }, (_, index) => often(`select ${index}`));
  expect(names.filter((name) => name !== null)).toHaveLength(200);
  expect(new Set(names).size).toBe(201);
});

test("a process id that is not PostgreSQL's reveals a pooler in between", async () => {
  const { settings } = await openTestDatabase();
  const client = new pg.Client(settings);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
  expect([isDirect(client, rows[0]?.backend), isDirect(client, 1), isDirect(client, undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});
