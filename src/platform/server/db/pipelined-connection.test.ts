import { CompiledQuery, isAbortedTransactionError, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectAlone } from '../backup/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { onOneConnection, openDatabase, type Reader, readRows, violatedUnique } from './database.ts';
import { awaitSent, sendUnawaited } from './pipelined-dialect.ts';

let source: TestDatabase;
beforeAll(async () => {
  source = await createTestDatabase();
});
afterAll(() => source.drop());
beforeEach(async () => {
  await source.pool.query('drop table if exists lanterns');
  await source.pool.query('create table lanterns (name text primary key)');
});

/** One connection, and how many times the portal waited for PostgreSQL on it. */
async function openOne() {
  const { database, pool, close } = openDatabase(source.settings, { size: 1 });
  onTestFinished(close);
  const wire: ('sent' | 'answered')[] = [];
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: pg.Connection }).connection;
    stream.on('data', () => wire.push('answered'));
    // Each is a system call.
    for (const name of ['_write', '_writev'] as const) {
      const send = stream[name]?.bind(stream) as (...given: unknown[]) => void;
      stream[name] = (...given: unknown[]) => {
        wire.push('sent');
        send(...given);
      };
    }
  });
  await sql`select 1`.execute(database);
  wire.length = 0;
  const roundTrips = () => wire.filter((event, at) => event === 'sent' && wire[at - 1] !== 'sent').length;
  const writes = () => wire.filter((event) => event === 'sent').length;
  return { database, roundTrips, writes };
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

test('a transaction waits only for the results that are awaited, and for its commit', async () => {
  const { database, roundTrips, writes } = await openOne();
  await database.transaction().execute(async (transaction) => {
    await light('first').execute(transaction);
    await sendUnawaited(transaction, compiled('second'));
    await sendUnawaited(transaction, compiled('third'));
  });
  expect(roundTrips()).toBe(2);
  expect(writes(), 'system calls for five statements').toBe(2);
  expect(await names()).toEqual(['first', 'second', 'third']);
});

test('statements of a transaction that are awaited together take one round trip', async () => {
  const { database, roundTrips } = await openOne();
  const found = await database.transaction().execute(async (transaction) => {
    await sendUnawaited(transaction, compiled('first'));
    const count = sql<{ lit: number }>`select count(*) as lit from lanterns`;
    return Promise.all([count.execute(transaction), count.execute(transaction), count.execute(transaction)]);
  });
  expect(found.map(({ rows }) => rows)).toEqual([[{ lit: 1 }], [{ lit: 1 }], [{ lit: 1 }]]);
  expect(roundTrips()).toBe(2);
});

test('reads on one connection that are awaited together take one round trip, also within a transaction', async () => {
  const { database, roundTrips } = await openOne();
  const readThree = (reader: Reader) =>
    onOneConnection(reader, (one) =>
      Promise.all([1, 2, 3].map((number) => readRows(one, sql`select ${number}::int as number`))),
    );
  const three = [1, 2, 3].map((number) => [{ number }]);
  expect(await readThree(database)).toEqual(three);
  expect(roundTrips()).toBe(1);
  expect(await database.transaction().execute(readThree)).toEqual(three);
  expect(roundTrips()).toBe(3);
});

test('of statements awaited together, the one that failed says why, and nothing of them stays', async () => {
  const { database } = await openOne();
  await light('taken').execute(database);
  const later = async (work: () => Promise<unknown>) => work().finally(() => Promise.resolve());
  const attempt = database.transaction().execute((transaction) =>
    Promise.all([
      light('before').execute(transaction),
      // Its failure takes longer to reach the caller than those that follow from it.
      later(() => later(() => later(() => light('taken').execute(transaction)))),
      light('after').execute(transaction),
    ]),
  );
  expect(violatedUnique(await reasonOf(attempt))).toBe('lanterns_pkey');
  expect(await names()).toEqual(['taken']);
});

test('an empty transaction sends nothing', async () => {
  const { database, roundTrips } = await openOne();
  await database.transaction().execute(async () => undefined);
  await reasonOf(
    database.transaction().execute(async () => {
      throw new Error('no');
    }),
  );
  expect(roundTrips()).toBe(0);
});

test('a rollback undoes what was sent without waiting', async () => {
  const { database } = await openOne();
  const attempt = database.transaction().execute(async (transaction) => {
    await sendUnawaited(transaction, compiled('first'));
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await names()).toEqual([]);
});

test('a statement that fails unawaited undoes the whole transaction, and its own error is thrown', async () => {
  const { database } = await openOne();
  const attempt = database.transaction().execute(async (transaction) => {
    await light('first').execute(transaction);
    await sendUnawaited(transaction, compiled('second'));
    await sendUnawaited(transaction, compiled('first'));
    await sendUnawaited(transaction, compiled('third'));
  });
  expect(violatedUnique(await reasonOf(attempt))).toBe('lanterns_pkey');
  expect(await names()).toEqual([]);
  await light('next').execute(database);
  expect(await names()).toEqual(['next']);
});

test('nothing runs after a statement that failed, not even what a rollback leaves', async () => {
  const { database } = await openOne();
  await sql`create sequence tries`.execute(database);
  await light('first').execute(database);
  const attempt = database.transaction().execute(async (transaction) => {
    await sendUnawaited(transaction, compiled('first'));
    await sql`select nextval('tries') from lanterns where name <> ${'x'}`.execute(transaction);
  });
  expect(violatedUnique(await reasonOf(attempt))).toBe('lanterns_pkey');
  const { rows } = await source.pool.query('select is_called from tries');
  expect(rows).toEqual([{ is_called: false }]);
});

test('an ignored failure is an error at the commit, never a commit', async () => {
  const { database } = await openOne();
  const overlooking = (waits: boolean) =>
    database.transaction().execute(async (transaction) => {
      await light('first').execute(transaction);
      await reasonOf(light('first').execute(transaction));
      if (waits) await sendUnawaited(transaction, compiled('second'));
    });
  expect(isAbortedTransactionError(await reasonOf(overlooking(false)))).toBe(true);
  expect(violatedUnique(await reasonOf(overlooking(true)))).toBe('lanterns_pkey');
  expect(await names()).toEqual([]);
  await light('next').execute(database);
  expect(await names()).toEqual(['next']);
});

test('a value that may fail to be sent is refused at once if the result is not awaited', async () => {
  const { database } = await openOne();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const attempt = database.transaction().execute(async (transaction) => {
    await light('first').execute(transaction);
    await sendUnawaited(transaction, CompiledQuery.raw('select $1', [circle]));
  });
  await expect(attempt).rejects.toThrow('Only plain values');
  expect(await names()).toEqual([]);
  await expect(sql`insert into lanterns values (${circle})`.execute(database)).rejects.toThrow('circular');
  await light('next').execute(database);
  expect(await names()).toEqual(['next']);
});

test('a statement that was skipped is not mistaken for one that PostgreSQL keeps', async () => {
  const { database } = await openOne();
  await light('taken').execute(database);
  const skipping = (statement: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        reasonOf(
          database.transaction().execute(async (transaction) => {
            await sendUnawaited(transaction, compiled('taken'));
            await transaction.executeQuery(CompiledQuery.raw(statement, ['x']));
          }),
        ),
      ),
    );
  await skipping('select $1::text as word', 7);
  const { rows } = await database.executeQuery(CompiledQuery.raw('select $1::text as word', ['Candle']));
  expect(rows).toEqual([{ word: 'Candle' }]);
});

test('a failure can be read before the end', async () => {
  const { database } = await openOne();
  await light('taken').execute(database);
  const transaction = await database.startTransaction().execute();
  await sendUnawaited(transaction, compiled('taken'));
  expect(violatedUnique(await reasonOf(awaitSent(transaction)))).toBe('lanterns_pkey');
  await transaction.rollback().execute();
});

test('only a transaction may send without waiting, and not beyond its end', async () => {
  const { database, roundTrips } = await openOne();
  const outside = sendUnawaited(database as never, compiled('lost'));
  await expect(outside).rejects.toThrow('Only a transaction');
  let ended: unknown;
  await database.transaction().execute(async (transaction) => {
    ended = transaction;
  });
  await expect(sendUnawaited(ended as never, compiled('lost'))).rejects.toThrow();
  expect(roundTrips()).toBe(0);
});

test('a transaction that waited for a lock sees what was made in the meantime', async () => {
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

test('a connection outside the pool waits for each statement', async () => {
  const { database, close } = await connectAlone(source.settings, 'test');
  onTestFinished(close);
  await database.transaction().execute(async (transaction) => {
    await sendUnawaited(transaction, compiled('first'));
    await awaitSent(transaction);
  });
  expect(await names()).toEqual(['first']);
});

test('several statements in one text run after what was sent before', async () => {
  const { database } = await openOne();
  await database.transaction().execute(async (transaction) => {
    await sendUnawaited(transaction, compiled('first'));
    await sql`insert into lanterns select 'second' from lanterns; insert into lanterns values ('third')`.execute(
      transaction,
    );
  });
  expect(await names()).toEqual(['first', 'second', 'third']);
});
