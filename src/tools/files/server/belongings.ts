import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { dayOf, sayDate } from '../../../platform/server/time/time.ts';
import { changeFile } from '../contract.ts';
import { files } from '../tool.ts';
import { auditFile } from './audit.ts';
import { type FileRow, fileTables, lockFile } from './queries.ts';

/** A file of this person that is still there. What a working token has published goes with the token. */
const belongsTo = ({
  id,
}: {
  id: unknown;
}) => sql<boolean>`f.ended is null and coalesce(f.kept_by_id, f.created_by_id) in (
  select ${id}::uuid union all
  select t.id from service_tokens t where coalesce(t.kept_by_id, t.created_by_id) = ${id}
    and (t.revoked_at is not null or t.expires_at <= now()))`;

/** Files that someone, or their service token, published, or that they took over: they get the email before one is retired. */
export const fileBelongings = (timeZone: string): Belongings => ({
  kind: 'files.published',
  title: 'Published files',
  noun: ['file', 'files'],
  async list(reader, owner) {
    const rows = await readRows(
      reader,
      sql<Pick<FileRow, 'id' | 'original_filename' | 'content_type' | 'created_at'>>`
        select id, original_filename, content_type, created_at from files f where ${belongsTo(owner)}
        order by created_at, id limit ${mostListed}`,
    );
    return rows.map(({ id: key, original_filename, content_type, created_at }) => ({
      key,
      title: original_filename,
      emailTitle: `A file of type ${content_type}, published ${sayDate(dayOf(created_at, timeZone))}`,
      link: files.screens.file.path.replace(':id', key) as typeof files.screens.manage.path,
    }));
  },
  // With the limit, PostgreSQL uses the index for each person, instead of joining all files with all people.
  owners: (reader, people) =>
    selectOwners(reader, people, sql`(select from files f where ${belongsTo(eachOwner)} limit 1) one`),
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
  const before = await lockFile(unit.transaction, key, belongsTo(from));
  if (before === undefined) return notTheirs;
  await fileTables(unit.transaction)
    .updateTable('files')
    .set({ ...changed, version: sql<number>`version + 1` })
    .where('id', '=', key)
    .execute();
  auditFile(unit, action, key, before, { ...before, ...changed });
  return true;
}
