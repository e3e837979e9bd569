import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import { changeFile } from '../contract.ts';
import { files } from '../tool.ts';
import { auditFile } from './audit.ts';
import { type FileRow, fileTables, lockFile, type ShownFile } from './queries.ts';

/** Files that someone published or took over: they get the email before one is retired. */
export const fileBelongings = (timeZone: string): Belongings => ({
  kind: 'files.published',
  title: 'Published files',
  noun: ['file', 'files'],
  async list(reader, { id }) {
    const rows = await readRows(
      reader,
      sql<Pick<FileRow, 'id' | 'original_filename' | 'content_type' | 'created_at'>>`
        select id, original_filename, content_type, created_at from files
        where coalesce(kept_by_id, created_by_id) = ${id} and ended is null
        order by created_at, id limit ${mostListed}`,
    );
    return rows.map(({ id: key, original_filename, content_type, created_at }) => ({
      key,
      title: original_filename,
      emailTitle: `A file of type ${content_type}, published ${dayOf(created_at, timeZone)}`,
      link: files.screens.file.path.replace(':id', key) as typeof files.screens.manage.path,
    }));
  },
  mayHave: ({ name, permissions }) => permissions.has(changeFile.access) || `${name} does not manage files.`,
  handOver: ({ to, ...handOver }) => change(handOver, 'hand-over', { kept_by_id: to.id }),
  end: {
    says: 'They are withdrawn: no one can download them anymore. IT can publish them again.',
    run: (ending) =>
      change(ending, 'withdraw', { ended: 'withdrawn', ended_at: new Date(), ended_by: ending.by.name }),
  },
});

async function change(
  { unit, from, key }: HandOver,
  action: 'hand-over' | 'withdraw',
  changed: Partial<FileRow>,
) {
  const before: ShownFile | undefined = await lockFile(unit.transaction, key);
  if (
    before === undefined ||
    before.ended !== null ||
    (before.kept_by_id ?? before.created_by_id) !== from.id
  )
    return notTheirs;
  await fileTables(unit.transaction)
    .updateTable('files')
    .set({ ...changed, version: sql<number>`version + 1` })
    .where('id', '=', key)
    .execute();
  auditFile(unit, action, key, before, { ...before, ...changed });
  return true;
}
