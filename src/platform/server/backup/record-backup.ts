import { v7 as uuid } from 'uuid';
import type { ConnectionSettings, Reader } from '../db/database.ts';
import { connectAlone } from './connection.ts';
import { leaveEntry } from './leave-entry.ts';
import type { Manifest } from './manifest.ts';

const action = 'portal.backup';
const subject = 'backup';

/**
 * Records in the audit log that a backup was made: someone has a copy of everything, and every instance can
 * report how old the newest one is.
 */
export async function recordBackup(
  connection: ConnectionSettings,
  { madeAt, version, tables, files }: Manifest,
  account: string,
): Promise<void> {
  const { database, close } = await connectAlone(connection, 'quad backup');
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const facts = { made_at: madeAt, version, rows, files: files.length, account };
  try {
    await database
      .transaction()
      .execute((transaction) =>
        leaveEntry(transaction, { origin: { name: 'backup', requestId: uuid() }, action, subject, facts }),
      );
  } finally {
    await close();
  }
}

/** When the last backup was finished; `null`: none has been made since the oldest audit entry. */
export async function lastBackup(reader: Reader): Promise<Date | null> {
  const entry = await reader
    .selectFrom('audit_entries')
    .select('at')
    .where('subject_type', '=', 'portal')
    .where('subject_id', '=', subject)
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.at ?? null;
}
