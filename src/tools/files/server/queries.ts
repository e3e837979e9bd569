import { type Generated, type RawBuilder, sql } from 'kysely';
import {
  type Reader,
  readRows,
  type WriteTransaction,
  writeTables,
} from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { foldCase, hasSearched, hasWords } from '../../../platform/server/list/search.ts';
import type { contentTypes, FileState, ownerTypes } from '../contract/shapes.ts';
import { everyone } from './groups.ts';

export interface FileRow {
  id: string;
  original_filename: string;
  folded_filename: string;
  filepath: string;
  owner_type: (typeof ownerTypes)[number];
  content_type: (typeof contentTypes)[number];
  department: string | null;
  committee: string | null;
  groups: string[];
  folded_groups: string[];
  networks: string[];
  automation_managed: boolean;
  current_version: number;
  last_version: number;
  version: number;
  created_at: Date;
  /** Who published it, or the service token that added its newest version. */
  created_by_id: string;
  created_by: string;
  /** Who took it over from the one who published it. */
  kept_by_id: string | null;
  updated_at: Date;
  ended: Exclude<FileState, 'published'> | null;
  ended_at: Date | null;
  ended_by: string | null;
  /** What a deleted file was; `null` if it was published. */
  before_deletion: FileRow['ended'];
  retires_at: Date | null;
  /** Who the email before its retirement went to, if anyone could get it, and when. */
  retirement_noticed_at: Date | null;
  noticed_person_id: string | null;
}

interface VersionColumns {
  id: string;
  file_id: string;
  number: number;
  stored_name: string;
  media_type: string;
  bytes: number;
  created_at: Date;
  created_by: string;
}

/** A file with its current version. */
export interface ShownFile extends FileRow {
  bytes: number;
  media_type: string;
  stored_name: string;
  version_id: string;
}

/**
 * The id of the person a file `f` belongs to: whoever took it over, or its publisher. For a program, whoever took
 * over or created its newest token, whether that still works or not.
 */
export const keeper = sql<string>`coalesce(f.kept_by_id, (
  select coalesce(t.kept_by_id, t.created_by_id) from service_tokens t where t.id = f.created_by_id), f.created_by_id)`;

const shownColumns = sql`f.*, v.id as version_id, v.bytes, v.media_type, v.stored_name`;
const withVersion = sql`files f join file_versions v on v.file_id = f.id and v.number = f.current_version`;

export interface FileFilter {
  originalFilename?: string | undefined;
  ownerType?: string | undefined;
  contentType?: string | undefined;
  group?: string | undefined;
  state?: string | undefined;
}

/** Without a state: what is published or withdrawn. */
function matching(filter: FileFilter): RawBuilder<boolean> {
  const { originalFilename, ownerType, contentType, group, state } = filter;
  const states: Record<string, RawBuilder<boolean>> = {
    published: sql`f.ended is null`,
    withdrawn: sql`f.ended = 'withdrawn'`,
    deleted: sql`f.ended = 'deleted'`,
    retired: sql`f.ended = 'retired'`,
  };
  const conditions = [
    states[state ?? ''] ?? sql<boolean>`(f.ended is null or f.ended = 'withdrawn')`,
    ...(originalFilename ? [hasSearched(sql`f.folded_filename`, originalFilename)] : []),
    ...(ownerType ? [sql`f.owner_type = ${ownerType}`] : []),
    ...(contentType ? [sql`f.content_type = ${contentType}`] : []),
    // The sign for everyone is not a group.
    ...(group === everyone ? [sql`false`] : []),
    ...(group ? [sql`f.folded_groups && array[${foldCase(group)}]::text[]`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export async function countFiles(reader: Reader, filter: FileFilter): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from files f where ${matching(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

const orderOf = ({ from }: Pick<Slice, 'from'>) =>
  from === 'beginning' ? sql`f.created_at desc, f.id desc` : sql`f.created_at, f.id`;

/** A page is found first, and only its rows are joined with their versions. */
function selectSlice(where: RawBuilder<boolean>, slice: Pick<Slice, 'from' | 'offset' | 'limit'>) {
  const order = orderOf(slice);
  return sql<ShownFile>`
    select ${shownColumns} from ${withVersion}
    where f.id = any(array(
      select f.id from files f where ${where} order by ${order} offset ${slice.offset} limit ${slice.limit}))
    order by ${order}`;
}

export function selectFiles(reader: Reader, filter: FileFilter, slice: Slice): Promise<ShownFile[]> {
  return readRows(reader, selectSlice(matching(filter), slice));
}

/** Published files that one of these groups may have. @param groups As of `groupsOfViewer` */
const mine = (groups: readonly string[]) =>
  sql<boolean>`f.ended is null and f.folded_groups && ${[...groups]}::text[]`;

export async function countMine(reader: Reader, groups: readonly string[]): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from files f where ${mine(groups)}`,
  );
  return rows[0]?.total ?? 0;
}

export function selectMine(
  reader: Reader,
  groups: readonly string[],
  slice: Pick<Slice, 'from' | 'offset' | 'limit'>,
): Promise<ShownFile[]> {
  return readRows(reader, selectSlice(mine(groups), slice));
}

/** The newest of the same files whose names have every word. */
export function selectFoundMine(
  reader: Reader,
  groups: readonly string[],
  words: readonly string[],
  limit: number,
): Promise<ShownFile[]> {
  const where = sql<boolean>`${mine(groups)} and ${hasWords(sql`f.folded_filename`, words)}`;
  return readRows(reader, selectSlice(where, { from: 'beginning', offset: 0, limit }));
}

export async function findFile(reader: Reader, id: string): Promise<ShownFile | undefined> {
  const rows = await readRows(
    reader,
    sql<ShownFile>`select ${shownColumns} from ${withVersion} where f.id = ${id}`,
  );
  return rows[0];
}

export async function findByPath(reader: Reader, filepath: string): Promise<ShownFile | undefined> {
  const rows = await readRows(
    reader,
    sql<ShownFile>`
      select ${shownColumns} from ${withVersion}
      where lower(f.filepath) = lower(${filepath}) and (f.ended is null or f.ended = 'withdrawn')`,
  );
  return rows[0];
}

/**
 * Keeps others from changing a file until the transaction ends.
 * @param condition What must be true once it is locked, or it counts as unknown
 */
export async function lockFile(
  transaction: WriteTransaction,
  id: string,
  condition = sql<boolean>`true`,
): Promise<ShownFile | undefined> {
  const locked = await fileTables(transaction)
    .selectFrom('files as f')
    .select('f.id')
    .where('f.id', '=', id)
    .where(condition)
    .forUpdate()
    .executeTakeFirst();
  return locked && findFile(transaction, id);
}

export interface VersionRow extends VersionColumns {
  downloads: number;
}

export function selectVersions(reader: Reader, fileId: string): Promise<VersionRow[]> {
  return readRows(
    reader,
    sql<VersionRow>`
      select v.*, (select count(*) from file_downloads d where d.version_id = v.id) as downloads
      from file_versions v where v.file_id = ${fileId} order by v.number desc`,
  );
}

export function selectDownloads(reader: Reader, fileId: string) {
  return readRows(
    reader,
    sql<{ by: string | null; at: Date; number: number }>`
      select p.name as by, d.at, d.number
      from (
        select v.number, d.at, d.person_id
        from file_versions v cross join lateral (
          select at, person_id from file_downloads where version_id = v.id order by at desc limit 50) d
        where v.file_id = ${fileId} order by d.at desc limit 50
      ) d left join people p on p.id = d.person_id
      order by d.at desc`,
  );
}

/** Whether a download is in its list already. */
export async function isNoted(
  reader: Reader,
  key: { version_id: string; person_id: string; slot: number },
): Promise<boolean> {
  const rows = await readRows(
    reader,
    sql`select from file_downloads
      where version_id = ${key.version_id} and person_id = ${key.person_id} and slot = ${key.slot}`,
  );
  return rows.length > 0;
}

/**
 * What was done to a file, from the audit log; downloads have their own list. All of it first: PostgreSQL treats
 * the downloads as part of it, and would search the whole log for the newest ones.
 */
export function selectHistory(reader: Reader, fileId: string) {
  return readRows(
    reader,
    sql<{ action: string; by: string; at: Date }>`
      with history as materialized (
        select id, action, actor_name, at from audit_entries
        where subject_type = 'file' and subject_id = ${fileId} and action not in ('file.download', 'file.read')
      )
      select action, actor_name as by, at from history
      order by at desc, id desc limit 100`,
  );
}

interface Tables {
  files: Omit<FileRow, 'created_at' | 'updated_at' | 'version'> & {
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
  };
  file_versions: Omit<VersionColumns, 'created_at'> & { created_at: Generated<Date> };
  file_downloads: { version_id: string; person_id: string; slot: number; at: Generated<Date> };
}

/** The tables of this tool within a write. */
export const fileTables = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
