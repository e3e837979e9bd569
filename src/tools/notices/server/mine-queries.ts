import { sql } from 'kysely';
import { type Database, type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { NoticeRow } from './tables.ts';

/** How long a notice that has ended stays in the bell, in days. */
export const daysInBell = 30;
/** No one reads more at once. */
const mostShowing = 20;
const mostInBell = 100;

export interface ShownNotice extends NoticeRow {
  read_at: Date | null;
  is_showing: boolean;
}

interface Viewer {
  id: string;
  groups: readonly string[];
}

const isFor = ({ groups }: Viewer) => sql<boolean>`(n.groups is null or n.groups && ${[...groups]}::text[])`;
const isShowing = sql<boolean>`(n.starts_at <= now() and n.ends_at > now())`;
const withMarks = (viewer: Viewer) => sql`
  select n.*, ${isShowing} as is_showing, m.read_at from notices n
  left join notice_marks m on m.notice_id = n.id and m.person_id = ${viewer.id}
  where n.withdrawn_at is null and ${isFor(viewer)}`;

/** What is showing to this person and was not dismissed, emergencies first, then warnings, the newest of each first. */
export function selectShowing(reader: Reader, viewer: Viewer): Promise<ShownNotice[]> {
  return readRows(
    reader,
    sql<ShownNotice>`${withMarks(viewer)} and ${isShowing} and m.dismissed_at is null
      order by array_position(array['emergency', 'warning', 'info'], n.tone), n.starts_at desc, n.id desc
      limit ${mostShowing}`,
  );
}

/** What the bell lists. */
export function selectInBell(reader: Reader, viewer: Viewer): Promise<ShownNotice[]> {
  return readRows(
    reader,
    sql<ShownNotice>`${withMarks(viewer)} and n.starts_at <= now()
      and n.ends_at > now() - make_interval(days => ${daysInBell})
      order by n.starts_at desc, n.id desc limit ${mostInBell}`,
  );
}

/** What is showing to everyone, or begins or ends soon: for the memory that all visitors share. */
export function selectCurrent(reader: Reader): Promise<NoticeRow[]> {
  return readRows(
    reader,
    sql<NoticeRow>`
      select * from notices n where n.withdrawn_at is null and n.ends_at > now()
        and n.starts_at < now() + interval '1 hour'
      order by array_position(array['emergency', 'warning', 'info'], n.tone), n.starts_at desc, n.id desc`,
  );
}

export type SeenNotice = Pick<NoticeRow, 'id' | 'version'>;

/**
 * Marks those of the notices that are this person's and have not changed since they were seen: a correction must
 * not be hidden by someone who has read only the earlier words. Marking one again changes nothing. One that was
 * withdrawn has changed, too.
 */
export async function mark(
  database: Database,
  viewer: Viewer,
  seen: readonly SeenNotice[],
  how: 'read' | 'dismissed',
): Promise<void> {
  const dismissedAt = how === 'dismissed' ? sql`now()` : sql`null::timestamptz`;
  const ids = seen.map(({ id }) => id);
  const versions = seen.map(({ version }) => version);
  // The lock waits for an edit, which deletes only the marks that it finds.
  await sql`
    insert into notice_marks as m (person_id, notice_id, dismissed_at)
    select ${viewer.id}, n.id, ${dismissedAt} from notices n
    where (n.id, n.version) in (select * from unnest(${ids}::uuid[], ${versions}::int[]))
      and n.starts_at <= now() and ${isFor(viewer)}
    for share of n
    on conflict (person_id, notice_id) do update
      set dismissed_at = coalesce(m.dismissed_at, excluded.dismissed_at)`.execute(database);
}
