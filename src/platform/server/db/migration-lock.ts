import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';
import { lockByName } from './lock-by-name.ts';

/** Waits until no other instance migrates; the lock ends with the transaction. */
export async function lockMigrations(transaction: QueryExecutorProvider): Promise<void> {
  await lockByName(transaction, 'migrations');
}

/**
 * Kysely locks its migrations for the session. A pooler in transaction mode gives the session to another
 * client and the lock is never released: the next instance would wait for it forever.
 */
export class TransactionLocks extends PostgresAdapter {
  override acquireMigrationLock(transaction: QueryExecutorProvider): Promise<void> {
    return lockMigrations(transaction);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
