import { sql } from 'kysely';
import type { CallInput } from '../../../platform/contract/call.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { foldCase, hasSearched } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { periodOf } from '../../../platform/server/time/days.ts';
import * as calls from '../contract.ts';
import { distinctActions, distinctTypes } from './distinct.ts';

type Asked = CallInput<typeof calls.exportAuditEntries>['query'];

/** The filters, with people, nouns, and days looked up. A list that is present but empty matches nothing. */
export interface EntryFilter {
  actors?: readonly string[];
  about?: readonly string[];
  actions?: readonly string[];
  /** With `subject`: the id is one of these types. */
  types?: readonly string[];
  subject?: string;
  since?: Date;
  before?: Date;
  /** Older than this entry. */
  behind?: { readonly place: string; readonly id: string };
}

const mostFound = 20;

export async function readFilter(reader: Reader, asked: Asked, timeZone: string): Promise<EntryFilter> {
  const { person, about, action, subject, from, to } = asked;
  return {
    ...(person ? { actors: await idsOfActors(reader, person) } : {}),
    ...(about ? { about: await ownersNamed(reader, about) } : {}),
    ...(action ? { actions: await actionsNamed(reader, action) } : {}),
    ...(subject ? { subject, types: await distinctTypes(reader) } : {}),
    ...periodOf({ from, to }, timeZone),
  };
}

/** People, and service tokens by their names. A job has no id to find it by. */
async function idsOfActors(reader: Reader, text: string): Promise<string[]> {
  const people = await idsOfPeople(reader, text, 'person');
  // A college has few, and a database may know no capital letters outside ASCII.
  const all = await readRows(reader, sql<{ id: string; name: string }>`select id, name from service_tokens`);
  const tokens = all.filter(({ name }) => foldCase(name).includes(foldCase(text)));
  if (tokens.length > mostFound) throw tooMany('person');
  return [...people, ...tokens.map(({ id }) => id)];
}

/** Accounts whose name or address has the text. */
async function idsOfPeople(reader: Reader, text: string, field: 'person' | 'about'): Promise<string[]> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
      select id from people
      where ${hasSearched(sql`coalesce(folded, lower(name || E'\n' || email) collate "C")`, text)}
      order by id limit ${mostFound + 1}`,
  );
  if (rows.length <= mostFound) return rows.map(({ id }) => id);
  throw tooMany(field);
}

/** Those people, their directory records, other records that have the text, and a college ID. */
async function ownersNamed(reader: Reader, text: string): Promise<string[]> {
  const people = await idsOfPeople(reader, text, 'about');
  const rows = await readRows(
    reader,
    sql<{ key: string }>`
      select key from directory_records
      where person_id = any(${people}::uuid[]) or key = ${text}
        or ${hasSearched(sql`folded`, text)}
      order by key limit ${mostFound + 1}`,
  );
  if (rows.length > mostFound) throw tooMany('about');
  return [...people, ...rows.map(({ key }) => `directory:${key}`), `college-id:${text}`];
}

function tooMany(field: 'person' | 'about') {
  const { detail } = calls.listAuditEntries.refusals['too-many-people'];
  return refusalOf(calls.listAuditEntries, 'too-many-people', { fields: { [field]: detail } });
}

/** A noun alone means all of its actions. */
async function actionsNamed(reader: Reader, action: string): Promise<readonly string[]> {
  if (action.includes('.')) return [action];
  return (await distinctActions(reader)).filter((known) => known.startsWith(`${action}.`));
}
