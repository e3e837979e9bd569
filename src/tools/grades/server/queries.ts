import { type RawBuilder, sql } from 'kysely';
import { hasLeft } from '../../../platform/server/belongings/holders.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { hasSearched } from '../../../platform/server/list/search.ts';
import { type GradeFileRow, type GradeSectionRow, readIn, writeIn } from './tables.ts';

/** A grade file with its owner and its current sections, without the grades. */
export interface ListedFile extends GradeFileRow {
  owner_name: string;
  sections: { label: string; quizzes: number; students: number }[];
}

/** These files with what is read only for those that are shown. */
const listed = (files: RawBuilder<unknown>) => sql<ListedFile>`
  select f.*, p.name as owner_name, coalesce((
    select jsonb_agg(jsonb_build_object('label', label, 'quizzes', quizzes, 'students', students) order by folded_label)
    from grade_sections s where s.file_id = f.id and s.is_current), '[]') as sections
  from (${files}) f join people p on p.id = f.owner_id`;

export interface FileFilter {
  /** `null`: everyone's. */
  ownerId: string | null;
  email: string;
  /** Text in the name or the email of the owner. */
  search: string;
}

function matching({ ownerId, email, search }: FileFilter): RawBuilder<boolean> {
  const named = sql`coalesce(p.folded, lower(p.name || E'\\n' || p.email) collate "C")`;
  const conditions = [
    ...(ownerId === null ? [] : [sql`f.owner_id = ${ownerId}`]),
    ...(email === '' ? [] : [sql`lower(p.email) = ${email.toLowerCase()}`]),
    ...(search === '' ? [] : [hasSearched(named, search)]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export async function countFiles(reader: Reader, filter: FileFilter): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`
      select count(*) as total from grade_files f join people p on p.id = f.owner_id where ${matching(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

/**
 * A part of the list, newest term first; from its end, oldest first.
 * @param terms Of a year, in order; one that the college no longer has comes before them
 */
export function selectFiles(
  reader: Reader,
  filter: FileFilter,
  { slice, terms }: { slice: Slice; terms: readonly string[] },
): Promise<ListedFile[]> {
  const term = sql`coalesce(array_position(${[...terms]}::text[], f.term), 0)`;
  const order =
    slice.from === 'beginning'
      ? sql`f.year desc, ${term} desc, f.updated_at desc, f.id desc`
      : sql`f.year, ${term}, f.updated_at, f.id`;
  const shown = sql`
    select f.* from grade_files f join people p on p.id = f.owner_id where ${matching(filter)}
    order by ${order} offset ${slice.offset} limit ${slice.limit}`;
  return readRows(reader, sql<ListedFile>`${listed(shown)} order by ${order}`);
}

export async function findListed(reader: Reader, id: string): Promise<ListedFile | undefined> {
  return (await readRows(reader, listed(sql`select * from grade_files where id = ${id}`)))[0];
}

export function findFileOf(reader: Reader, ownerId: string, term: string, year: number) {
  return readIn(reader)
    .selectFrom('grade_files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('term', '=', term)
    .where('year', '=', year)
    .executeTakeFirst();
}

/** Current sections with their grades, by name: all of them, or those of these names. */
export function selectSections(
  reader: Reader,
  fileId: string,
  foldedLabels?: readonly string[],
): Promise<GradeSectionRow[]> {
  const named =
    foldedLabels === undefined ? sql<boolean>`true` : sql<boolean>`folded_label = any(${foldedLabels})`;
  return readIn(reader)
    .selectFrom('grade_sections')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('is_current', '=', true)
    .where(named)
    .orderBy('folded_label')
    .execute();
}

export function findSection(reader: Reader, fileId: string, foldedLabel: string) {
  return readIn(reader)
    .selectFrom('grade_sections')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('folded_label', '=', foldedLabel)
    .where('is_current', '=', true)
    .executeTakeFirst();
}

export interface ListedUpload {
  id: string;
  at: Date;
  by_name: string;
  sections: string[];
  added: number;
  changed: number;
  removed: number;
  undone_at: Date | null;
}

export function selectUploads(reader: Reader, fileId: string): Promise<ListedUpload[]> {
  return readRows(
    reader,
    sql<ListedUpload>`
      select u.id, u.at, u.by_name, u.added, u.changed, u.removed, u.undone_at, coalesce((
        select array_agg(label order by folded_label) from grade_sections s where s.upload_id = u.id), '{}') as sections
      from grade_uploads u where u.file_id = ${fileId} order by u.at desc, u.id desc`,
  );
}

/** The file of this owner, term, and year, created if there is none, and locked until the transaction ends. */
export async function holdFile(
  transaction: WriteTransaction,
  file: Pick<GradeFileRow, 'id' | 'owner_id' | 'term' | 'year'>,
): Promise<GradeFileRow> {
  return writeIn(transaction)
    .insertInto('grade_files')
    .values(file)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'term', 'year']).doUpdateSet({ updated_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Grows with each upload and each undo. */
export async function versionOf(reader: Reader, fileId: string): Promise<number> {
  const { version } = await readIn(reader)
    .selectFrom('grade_uploads')
    .select(sql<number>`count(*) + count(undone_at)`.as('version'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return version;
}

export function lockFile(transaction: WriteTransaction, id: string) {
  return writeIn(transaction)
    .selectFrom('grade_files')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function endSections(
  transaction: WriteTransaction,
  ids: readonly string[],
  uploadId: string,
): Promise<void> {
  if (ids.length === 0) return;
  await writeIn(transaction)
    .updateTable('grade_sections')
    .set({ is_current: false, ended_by: uploadId })
    .where('id', 'in', ids)
    .execute();
}

/** Removes the sections of an upload, and restores those that it replaced. */
export async function revertSections(transaction: WriteTransaction, uploadId: string): Promise<void> {
  const tables = writeIn(transaction);
  await tables
    .updateTable('grade_sections')
    .set({ is_current: false })
    .where('upload_id', '=', uploadId)
    .execute();
  await tables
    .updateTable('grade_sections')
    .set({ is_current: true })
    .where('ended_by', '=', uploadId)
    .execute();
}

/**
 * The people and directory records that these email addresses belong to, if only one does. An address that the
 * directory has reassigned no longer belongs to the person who left.
 */
export async function selectOwners(
  reader: Reader,
  emails: readonly string[],
): Promise<{ email: string; personId: string | null; key: string | null }[]> {
  if (emails.length === 0) return [];
  return readRows(
    reader,
    sql<{ email: string; personId: string | null; key: string | null }>`
      select email, (array_agg(person_id) filter (where person_id is not null))[1] as "personId", min(key) as key
      from (
        select lower(email) as email, person_id, key from directory_records where active and lower(email) = any(${emails})
        union all
        select lower(p.email), p.id, null from people p
        where lower(p.email) = any(${emails}) and p.email_released_at is null and not (${hasLeft} and exists (
          select from directory_records o where o.active and lower(o.email) = lower(p.email)))
      ) known
      group by email having count(distinct key) <= 1 and count(distinct person_id) <= 1`,
  );
}
