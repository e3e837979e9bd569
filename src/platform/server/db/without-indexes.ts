import { sql } from 'kysely';
import type { WriteTransaction } from './database.ts';

/** Fills a table with only its primary key and rebuilds the other indexes afterward, as they were declared. */
export async function withoutIndexes(
  transaction: WriteTransaction,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = ${table} and indexname <> ${`${table}_pkey`}`.execute(
    transaction,
  );
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(transaction);
  await work();
  await sql`set local maintenance_work_mem = '256MB'`.execute(transaction);
  for (const { definition } of rows) await sql.raw(definition).execute(transaction);
}
