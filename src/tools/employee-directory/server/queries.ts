import { sql } from 'kysely';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { matchingRecords, visibleTo } from '../../../platform/server/directory/lookup.ts';
import type { Employee, EmployeeLink } from '../contract.ts';
import type { EmployeeDirectory } from './services.ts';
import { photoBytes, photoVersion, sharesWith } from './sharing.ts';

export interface EmployeeRow extends Employee {
  department: string;
  code: string;
}

const names = sql`d.given_name as "firstName", d.family_name as "lastName"`;
const facts = sql`${names}, d.department, d.department_code as code, d.title, d.email, d.phone as ext, d.fax,
  d.mailbox as box_number`;

/** A record with the page and the photo that belong to it. */
const withPages = sql`directory_records d
  left join employee_pages e on e.record_key = d.key
  left join directory_photos c on c.record_key = d.key
  left join people p on p.id = d.person_id`;

/** Employees whom this viewer may see. */
const seenBy = (viewer: Actor) => sql<boolean>`d.kind = 'employee' and ${visibleTo(viewer)}`;

/** Employees whom this viewer may see, by department and name. */
export function selectEmployees(reader: Reader, viewer: Actor): Promise<EmployeeRow[]> {
  return readRows(
    reader,
    sql<EmployeeRow>`
    select ${facts} from directory_records d where ${seenBy(viewer)}
    order by d.department, d.family_name, d.given_name, d.key`,
  );
}

/** The employees of a search whom this viewer may see, best first, by what the college shows of them. */
export async function selectFound(
  reader: Reader,
  viewer: Actor,
  shows: EmployeeDirectory['shows'],
  { text, limit }: { text: string; limit: number },
): Promise<(EmployeeRow & { id: string })[]> {
  const found = matchingRecords(
    text,
    (['email', 'title'] as const).filter((field) => !shows.has(field)),
  );
  if (found === null) return [];
  return readRows(
    reader,
    sql<EmployeeRow & { id: string }>`
    select d.page_id as id, ${facts} from directory_records d where ${seenBy(viewer)} and ${found.matches}
    order by ${found.bestFirst} limit ${limit}`,
  );
}

export interface LinkRow extends EmployeeLink {
  isOwn: boolean;
}

/** The same people, with the addresses of their pages. */
export function selectLinks(reader: Reader, viewer: Actor): Promise<LinkRow[]> {
  return readRows(
    reader,
    sql<LinkRow>`
    select d.page_id as id, ${names}, d.email, ${isOwn(viewer)} as "isOwn",
      case when ${sharesWith(viewer)} then ${photoVersion} end as photo
    from ${withPages} where ${seenBy(viewer)}`,
  );
}

export interface PageRow extends EmployeeRow {
  id: string;
  key: string;
  pronouns: string;
  room: string;
  hours: string;
  askAbout: string;
  photo: string | null;
  isOwn: boolean;
  audience: 'employees' | 'everyone';
  photoChoice: 'college' | 'own' | 'none';
  hasOwnPhoto: boolean;
  hasCollegePhoto: boolean;
  version: number;
}

/** A page as this viewer may see it. @param id `me` for the viewer's own */
export async function findPage(reader: Reader, viewer: Actor, id: string): Promise<PageRow | undefined> {
  const shared = (column: string) =>
    sql`case when ${sharesWith(viewer)} then coalesce(${sql.ref(`e.${column}`)}, '') else '' end`;
  const asked = id === 'me' ? isOwn(viewer) : sql`d.page_id = ${id}`;
  const rows = await readRows(
    reader,
    sql<PageRow>`
    select d.page_id as id, d.key, ${facts}, ${shared('pronouns')} as pronouns, ${shared('room')} as room,
      ${shared('hours')} as hours, ${shared('ask_about')} as "askAbout",
      case when ${sharesWith(viewer)} then ${photoVersion} end as photo, ${isOwn(viewer)} as "isOwn",
      coalesce(e.audience, 'employees') as audience, coalesce(e.photo_choice, 'college') as "photoChoice",
      e.photo is not null as "hasOwnPhoto", coalesce(c.photo, p.photo) is not null as "hasCollegePhoto",
      coalesce(e.version, 0) as version
    from ${withPages} where ${asked} and ${seenBy(viewer)}`,
  );
  return rows[0];
}

/** The photo of a page, if this viewer may see it. */
export async function findPhoto(reader: Reader, viewer: Actor, id: string): Promise<Buffer | null> {
  const rows = await readRows(
    reader,
    sql<{ photo: Buffer | null }>`
    select ${photoBytes} as photo from ${withPages}
    where d.page_id = ${id} and ${seenBy(viewer)} and ${sharesWith(viewer)}`,
  );
  return rows[0]?.photo ?? null;
}

/** The photos of some people, as far as this viewer may see them. */
export function selectPhotos(reader: Reader, viewer: Actor, keys: readonly string[]) {
  return readRows(
    reader,
    sql<{ key: string; id: string; photo: string | null }>`
    select d.key, d.page_id as id, ${photoVersion} as photo from ${withPages}
    where d.key = any(${[...keys]}::text[]) and ${seenBy(viewer)} and ${sharesWith(viewer)}`,
  );
}

function isOwn(viewer: Actor) {
  return sql<boolean>`coalesce(d.person_id = ${viewer.kind === 'person' ? viewer.id : null}, false)`;
}
