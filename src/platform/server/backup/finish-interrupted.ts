import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../db/database.ts';
import { lockMigrations } from '../db/migration-lock.ts';
import { finishRestores, restoresWait } from './data-files.ts';

/** The action of a restore's audit entry; the entry's request id identifies the restore. */
export const restoreAction = 'portal.restore';

interface RestoredPlace {
  database: Database;
  dataFolder: string;
  exceptFiles: readonly string[];
}

/**
 * Finishes what a restore has started: rows commit in one moment, files cannot, and the process may be killed
 * in between. Part of each restore and of each start of the portal.
 */
export async function finishInterrupted({ database, dataFolder, exceptFiles }: RestoredPlace): Promise<void> {
  if (!(await restoresWait(dataFolder))) return;
  await database.transaction().execute(async (transaction) => {
    // A restore holds this lock until it commits, and so does finishing one.
    await lockMigrations(transaction);
    await finishRestores(dataFolder, exceptFiles, (restore) => hasCommitted(transaction, restore));
  });
}

async function hasCommitted(transaction: WriteTransaction, restore: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.audit_entries') is not null as there`.execute(transaction);
  if (rows[0]?.there !== true) return false;
  const entry = await transaction
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', restoreAction)
    .where('request_id', '=', restore)
    .executeTakeFirst();
  return entry !== undefined;
}
