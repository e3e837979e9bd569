import { CompiledQuery, isAbortedTransactionError, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectAlone } from '../backup/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, violatedUnique } from './database.ts';
import { sendWaiting, sendWithNext } from './gathering-driver.ts';

let source: TestDatabase;
beforeAll(async () => {
  source = await createTestDatabase();
});
afterAll(() => source.drop());
beforeEach(async () => {
  await source.pool.query('drop table if exists lanterns');
  await source.pool.query('create table lanterns (name text primary key)');
});

/** One connection, and how often something went to PostgreSQL on it. */
async function openOne() {
  const { database, pool, close } = openDatabase(source.settings, { size: 1 });
  onTestFinished(close);
  const writes = vi.fn();
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: pg.Connection }).connection;
    const write = stream.write.bind(stream);
    stream.write = ((...given: Parameters<typeof write>) => {
      writes();
      return write(...given);
    }) as typeof stream.write;
  });
  await sql`select 1`.execute(database);
  const ways = () => writes.mock.calls.length;
  writes.mockClear();
  return { database, ways };
}

const light = (name: string) => sql`insert into lanterns values (${name})`;
const compiled = (name: string) => CompiledQuery.raw('insert into lanterns values ($1)', [name]);
const names = async () =>
  (await source.pool.query<{ name: string }>('select name from lanterns order by name')).rows.map(
    ({ name }) => name,
  );
const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  );

test('the beginning of a transaction goes with its first statement, and what waits with its commit', async () => {
  const { database, ways } = await openOne();
  await database.transaction().execute(async (transaction) => {
    await light('first').execute(transaction);
    expect(ways()).toBe(1);
    await sendWithNext(transaction, compiled('second'));
    await sendWithNext(transaction, compiled('third'));
    expect(ways()).toBe(1);
  });
  expect(ways()).toBe(2);
  expect(await names()).toEqual(['first', 'second', 'third']);
});

test('a transaction in which nothing is asked does not ask PostgreSQL for it', async () => {
  const { database, ways } = await openOne();
  await database.transaction().execute(async () => undefined);
  await reasonOf(
    database.transaction().execute(async (transaction) => {
      await sendWithNext(transaction, compiled('unsent'));
      throw new Error('no');
    }),
  );
  expect(ways()).toBe(0);
  expect(await names()).toEqual([]);
});

test('a statement that waited and fails takes the whole transaction with it, and says itself why', async () => {
  const { database } = await openOne();
  const attempt = database.transaction().execute(async (transaction) => {
    await light('first').execute(transaction);
    await sendWithNext(transaction, compiled('second'));
    await sendWithNext(transaction, compiled('first'));
    await sendWithNext(transaction, compiled('third'));
  });
  expect(violatedUnique(await reasonOf(attempt))).toBe('lanterns_pkey');
  expect(await names()).toEqual([]);
  await light('next').execute(database);
  expect(await names()).toEqual(['next']);
});

test('nothing behind a statement that fails is run, not even what no rollback takes back', async () => {
  const { database } = await openOne();
  await sql`create sequence tries`.execute(database);
  await light('first').execute(database);
  const attempt = database.transaction().execute(async (transaction) => {
    await sendWithNext(transaction, compiled('first'));
    await sql`select nextval('tries') from lanterns where name <> ${'x'}`.execute(transaction);
  });
  expect(violatedUnique(await reasonOf(attempt))).toBe('lanterns_pkey');
  const { rows } = await source.pool.query('select is_called from tries');
  expect(rows).toEqual([{ is_called: false }]);
});

test('a failure that somebody overlooked is an error at the commit, never a commit', async () => {
  const { database } = await openOne();
  const overlooking = (waits: boolean) =>
    database.transaction().execute(async (transaction) => {
      await light('first').execute(transaction);
      await reasonOf(light('first').execute(transaction));
      if (waits) await sendWithNext(transaction, compiled('second'));
    });
  expect(isAbortedTransactionError(await reasonOf(overlooking(false)))).toBe(true);
  expect(await reasonOf(overlooking(true))).toMatchObject({ code: '25P02' });
  expect(await names()).toEqual([]);
  await light('next').execute(database);
  expect(await names()).toEqual(['next']);
});

test('a value that cannot be sent fails before anything goes, and the beginning still waits for the next one', async () => {
  const { database } = await openOne();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const attempt = database.transaction().execute(async (transaction) => {
    const error = await reasonOf(sql`insert into lanterns values (${circle})`.execute(transaction));
    expect(error).toBeInstanceOf(Error);
    await light('second').execute(transaction);
    throw new Error('taken back');
  });
  await expect(attempt).rejects.toThrow('taken back');
  expect(await names()).toEqual([]);
  const unsendable = database.transaction().execute(async (transaction) => {
    await sendWithNext(transaction, CompiledQuery.raw('select $1', [circle]));
    await reasonOf(light('third').execute(transaction));
  });
  await expect(unsendable).rejects.toThrow('circular');
  expect(await names()).toEqual([]);
});

test('a statement that was skipped is not taken for one that PostgreSQL keeps', async () => {
  const { database } = await openOne();
  await light('taken').execute(database);
  const skipping = (statement: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        reasonOf(
          database.transaction().execute(async (transaction) => {
            await sendWithNext(transaction, compiled('taken'));
            await transaction.executeQuery(CompiledQuery.raw(statement, ['x']));
          }),
        ),
      ),
    );
  await skipping('select $1::text as word', 7);
  const { rows } = await database.executeQuery(CompiledQuery.raw('select $1::text as word', ['Candle']));
  expect(rows).toEqual([{ word: 'Candle' }]);
});

test('what waits may be sent earlier, and is once', async () => {
  const { database, ways } = await openOne();
  await database.transaction().execute(async (transaction) => {
    await sendWithNext(transaction, compiled('first'));
    await sendWaiting(transaction);
    await sendWaiting(transaction);
    expect(ways()).toBe(1);
    await sendWithNext(transaction, compiled('second'));
    await sendWaiting(transaction);
    expect(ways()).toBe(2);
  });
  expect(await names()).toEqual(['first', 'second']);
});

test('only a transaction may hold a statement back, and not beyond its end', async () => {
  const { database, ways } = await openOne();
  const outside = sendWithNext(database as never, compiled('lost'));
  await expect(outside).rejects.toThrow('Only a transaction');
  let ended: unknown;
  await database.transaction().execute(async (transaction) => {
    ended = transaction;
  });
  await expect(sendWithNext(ended as never, compiled('lost'))).rejects.toThrow();
  expect(ways()).toBe(0);
});

test('what somebody made while a transaction waited for a lock is seen by it', async () => {
  const { database } = await openOne();
  const lock = `select pg_advisory_xact_lock(hashtext('candles'))`;
  const other = await source.pool.connect();
  onTestFinished(() => other.release());
  await other.query(`begin; ${lock}; create table candles (name text)`);
  const waiting = database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(CompiledQuery.raw('set local lock_timeout = 0'));
    await transaction.executeQuery(CompiledQuery.raw(lock));
    return transaction.executeQuery(
      CompiledQuery.raw(`select 1 as made where to_regclass('candles') is not null`),
    );
  });
  await expect.poll(source.someoneWaits).toBe(true);
  await other.query('commit');
  expect((await waiting).rows).toEqual([{ made: 1 }]);
});

test('a connection that does not gather gets the statement at once', async () => {
  const { database, close } = await connectAlone(source.settings, 'test');
  onTestFinished(close);
  await database.transaction().execute(async (transaction) => {
    await sendWithNext(transaction, compiled('first'));
    await sendWaiting(transaction);
  });
  expect(await names()).toEqual(['first']);
});

test('several statements in one text run behind what waits', async () => {
  const { database } = await openOne();
  await database.transaction().execute(async (transaction) => {
    await sendWithNext(transaction, compiled('first'));
    await sql`insert into lanterns select 'second' from lanterns; insert into lanterns values ('third')`.execute(
      transaction,
    );
  });
  expect(await names()).toEqual(['first', 'second', 'third']);
});
