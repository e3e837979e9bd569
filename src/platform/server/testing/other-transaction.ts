import type { PoolClient } from 'pg';
import { expect, vi } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/** Does something while another transaction holds this row, as someone does who changes it. Work on other rows goes on. */
export function whileHeld<Result>(
  database: TestDatabase,
  { table, id }: { table: string; id: string },
  work: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (holder) => {
    await holder.query(`select from ${table} where id = $1 for update`, [id]);
    return work();
  });
}

/** Does something that finds rows as they were, and whose change of them comes second to this statement. */
export async function changeMeanwhile<Result>(
  database: TestDatabase,
  statement: string,
  work: () => Result,
): Promise<Awaited<Result>> {
  const { working } = await inTransaction(database, async (other) => {
    await other.query(statement);
    const working = work();
    await vi.waitFor(async () => expect(await database.someoneWaits()).toBe(true), { timeout: 15_000 });
    return { working };
  });
  return await working;
}

async function inTransaction<Result>(
  { pool }: TestDatabase,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('commit');
    client.release();
  }
}
