import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';
import type { changedPage } from '../contract.ts';
import type { EmployeeDirectory } from './services.ts';

/** What an employee adds, as it is stored. */
export interface ExtrasRow {
  room: string;
  hours: string;
  ask_about: string;
  pronouns: string;
  audience: 'employees' | 'everyone';
  photo_choice: 'college' | 'own' | 'none';
}

export const extrasColumns = {
  room: 'plain',
  hours: 'plain',
  ask_about: 'plain',
  pronouns: 'plain',
  audience: 'plain',
  photo_choice: 'plain',
} as const satisfies AuditColumnsOf<ExtrasRow>;

export interface PageRecord {
  key: string;
  /** Of their account, once they have signed in. */
  personId: string | null;
  extras: ExtrasRow | null;
  hasOwnPhoto: boolean;
  /** 0 before the first change. */
  version: number;
}

/**
 * The record of an employee, kept from changing until the transaction ends; `null` for someone who isn't one.
 * @param by `personId`: that of their account; `pageId`: that of the address of their page
 */
export async function holdPage(
  transaction: WriteTransaction,
  by: { personId: string } | { pageId: string },
): Promise<PageRecord | null> {
  const asked = 'personId' in by ? sql`person_id = ${by.personId}` : sql`page_id = ${by.pageId}`;
  const { rows: records } = await sql<{ key: string; personId: string | null }>`
    select key, person_id as "personId" from directory_records where ${asked} and active and kind = 'employee'
    for update`.execute(transaction);
  const [record] = records;
  if (record === undefined) return null;
  const { rows } = await sql<ExtrasRow & { hasOwnPhoto: boolean; version: number }>`
    select room, hours, ask_about, pronouns, audience, photo_choice, photo is not null as "hasOwnPhoto", version
    from employee_pages where record_key = ${record.key}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) return { ...record, extras: null, hasOwnPhoto: false, version: 0 };
  const { hasOwnPhoto, version, ...extras } = row;
  return { ...record, extras, hasOwnPhoto, version };
}

type Changed = Pick<
  z.output<typeof changedPage>,
  'room' | 'hours' | 'askAbout' | 'pronouns' | 'audience' | 'photoChoice'
>;

/** What the college does not show stays as it was: the form does not have it. */
export function toExtras(
  { room, hours, askAbout, pronouns, audience, photoChoice }: Changed,
  before: ExtrasRow | null,
  shows: EmployeeDirectory['shows'],
): ExtrasRow {
  return {
    room: shows.has('room') ? room : (before?.room ?? ''),
    hours: shows.has('hours') ? hours : (before?.hours ?? ''),
    ask_about: shows.has('askAbout') ? askAbout : (before?.ask_about ?? ''),
    pronouns: shows.has('pronouns') ? pronouns : (before?.pronouns ?? ''),
    audience,
    photo_choice: shows.has('photo') ? photoChoice : (before?.photo_choice ?? 'college'),
  };
}

/** @param photo A new one of the person's own; without it, the stored one stays as long as it is chosen. */
export async function savePage(
  transaction: WriteTransaction,
  key: string,
  { room, hours, ask_about, pronouns, audience, photo_choice }: ExtrasRow,
  photo: Buffer | null,
): Promise<void> {
  await sql`
    insert into employee_pages as e
      (record_key, room, hours, ask_about, pronouns, audience, photo_choice, photo, version)
    values (${key}, ${room}, ${hours}, ${ask_about}, ${pronouns}, ${audience}, ${photo_choice}, ${photo}, 1)
    on conflict (record_key) do update set room = excluded.room, hours = excluded.hours,
      ask_about = excluded.ask_about, pronouns = excluded.pronouns, audience = excluded.audience,
      photo_choice = excluded.photo_choice, version = e.version + 1,
      photo = case when excluded.photo_choice = 'own' then coalesce(excluded.photo, e.photo) end`.execute(
    transaction,
  );
}
