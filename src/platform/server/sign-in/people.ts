import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../change/change.ts';
import { type Database, type Reader, readRows, type WriteTransaction } from '../db/database.ts';
import { unjoinedKey } from '../directory/join.ts';
import { foldCase } from '../list/search.ts';
import type { CleanProfile } from './clean-profile.ts';

const personColumns = {
  email: 'plain',
  name: 'plain',
  given_name: 'plain',
  family_name: 'plain',
} as const;
export const requestColumns = {
  provider: 'plain',
  email: 'plain',
  name: 'plain',
  person_id: 'plain',
  directory_key: 'plain',
  subject: 'left out',
} as const;

interface Identified {
  id: string;
  provider: string;
}

interface Found {
  /** The person with the provider's subject; `null` for a new one. */
  known: KnownPerson | null;
  /** Who has the email address now: the known person or someone else. */
  ownerOfAddress: string | null;
}

interface KnownPerson {
  personId: string;
  disabled: boolean;
  email: string;
  /** IT gave the address to someone else. */
  email_released_at: Date | null;
  name: string;
  given_name: string;
  family_name: string;
}

/** Both lookups in one statement: between two, another tab could sign in the same new person. */
export async function findPerson(
  reader: Reader,
  provider: string,
  { subject, email }: CleanProfile,
): Promise<Found> {
  const row = await reader
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('asked'))
    .leftJoin('identities as i', (join) => join.on('i.provider', '=', provider).on('i.subject', '=', subject))
    .leftJoin('people as p', 'p.id', 'i.person_id')
    .leftJoin('people as o', (join) => join.on('o.email', '=', email).on('o.email_released_at', 'is', null))
    .select([
      'p.id as personId',
      'p.disabled',
      'p.email',
      'p.email_released_at',
      'p.name',
      'p.given_name',
      'p.family_name',
      'o.id as ownerOfAddress',
    ])
    .executeTakeFirstOrThrow();
  const { ownerOfAddress, ...known } = row;
  return { known: known.personId === null ? null : (known as KnownPerson), ownerOfAddress };
}

/**
 * Who has this address and signed in with the provider that this one replaces. No one if they are blocked or have come from
 * this one under another subject, or if the directory has the address with someone else: IT decides about these.
 */
export async function findReplaced(
  reader: Reader,
  { name, replaces }: { name: string; replaces: string },
  { email, directoryKey = '' }: CleanProfile,
): Promise<KnownPerson | null> {
  const isTheirs = directoryKey === '' ? sql`lower(d.email) = p.email` : sql`d.key = ${directoryKey}`;
  const [found] = await readRows(
    reader,
    sql<KnownPerson>`
      select p.id as "personId", p.disabled, p.email, p.email_released_at, p.name, p.given_name, p.family_name
      from people p
      where p.email = ${email} and p.email_released_at is null and not p.disabled
        and exists (select from identities i where i.person_id = p.id and i.provider = ${replaces})
        and not exists (select from identities i where i.person_id = p.id and i.provider = ${name})
        and not exists (select from directory_records d where d.active and ${isTheirs} and d.person_id <> p.id)
        and (not exists (select from directory_records d where d.person_id = p.id)
          or exists (select from directory_records d where d.active and ${isTheirs} and d.person_id = p.id))`,
  );
  return found ?? null;
}

/** Someone who was recognized belongs to this provider from now on. The groups that the one before said last no longer count. */
export async function addIdentity(
  { transaction, record }: UnitOfWork,
  { id, provider, replaces }: Identified & { replaces: string | undefined },
  { subject, groups }: CleanProfile,
): Promise<void> {
  await transaction
    .insertInto('identities')
    .values({ provider, subject, person_id: id, groups: [...groups] })
    .execute();
  await transaction
    .updateTable('identities')
    .set({ groups: [] })
    .where('person_id', '=', id)
    .where('provider', '=', replaces ?? '')
    .execute();
  record({
    action: 'person.recognize',
    subject: { type: 'person', id, columns: { provider: 'plain' } },
    after: { provider },
  });
}

export async function createPerson(
  { transaction, record }: UnitOfWork,
  { id, provider }: Identified,
  profile: CleanProfile,
  photo: Buffer | null,
): Promise<void> {
  const row = { email: profile.email, ...namesOf(profile) };
  const folded = searchedOf(row);
  await transaction
    .insertInto('people')
    .values({ id, ...row, folded, photo, last_sign_in_at: sql<Date>`now()` })
    .execute();
  const { subject, groups } = profile;
  await transaction
    .insertInto('identities')
    .values({ provider, subject, person_id: id, groups: [...groups] })
    .execute();
  record({ action: 'person.create', subject: { type: 'person', id, columns: personColumns }, after: row });
}

/** Stores what the provider says now; leaves an audit entry only when something visible has changed. */
export async function updatePerson(
  { transaction, record }: UnitOfWork,
  request: {
    person: Identified;
    profile: CleanProfile;
    /** `undefined` keeps the current one. */
    photo: Buffer | null | undefined;
    before: KnownPerson;
    /** The address belongs to someone else here, and stays with them: the subject decides whose account it is. */
    isTaken: boolean;
  },
): Promise<void> {
  const { person, profile, photo, before, isTaken } = request;
  const { email, name, given_name, family_name } = before;
  const wanted = { email: profile.email, ...namesOf(profile) };
  const after = isTaken ? { ...wanted, email } : wanted;
  await transaction
    .updateTable('people')
    .set({
      ...after,
      folded: searchedOf(after),
      ...(isTaken ? {} : { email_released_at: null }),
      ...(photo === undefined ? {} : { photo }),
      last_sign_in_at: sql<Date>`now()`,
    })
    .where('id', '=', person.id)
    .execute();
  await transaction
    .updateTable('identities')
    .set({ groups: [...profile.groups] })
    .where('provider', '=', person.provider)
    .where('subject', '=', profile.subject)
    .execute();
  const seen = { email, name, given_name, family_name };
  if (JSON.stringify(seen) === JSON.stringify(after)) return;
  const subject = { type: 'person', id: person.id, columns: personColumns };
  record({ action: 'person.change', subject, before: seen, after });
}

/** The text that the search for people covers. */
function searchedOf({ name, email }: { name: string; email: string }): string {
  return foldCase(`${name}\n${email}`);
}

function namesOf({ name, givenName, familyName }: CleanProfile) {
  return { name, given_name: givenName, family_name: familyName };
}

/**
 * Asks an administrator whose address it is: of the person who has it, or of whoever signs in with it now. Asking the
 * same again changes nothing, unless it was refused and someone is kept out by it: they try again on purpose.
 * @returns Whether there was something new to ask
 */
export async function leaveLinkRequest(
  { transaction, record }: UnitOfWork,
  request: { provider: string; profile: CleanProfile; personId: string; isKeptOut: boolean },
): Promise<boolean> {
  const { provider, profile, personId, isKeptOut } = request;
  const { subject, email, name } = profile;
  const question = { provider, subject, email, name, person_id: personId, directory_key: null };
  const left = await transaction
    .insertInto('link_requests')
    .values({ id: uuid(), ...question })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        // A question about someone else is a different one: someone deciding the earlier one must not decide it.
        .doUpdateSet({
          id: sql`case when link_requests.person_id = excluded.person_id and link_requests.refused_at is null
            then link_requests.id else excluded.id end`,
          ...question,
          created_at: sql`now()`,
          refused_at: null,
        })
        .where(
          sql<boolean>`(link_requests.person_id, link_requests.email, link_requests.name, link_requests.directory_key)
            is distinct from (excluded.person_id, excluded.email, excluded.name, null)
            or (link_requests.refused_at is not null and ${isKeptOut})`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (left === undefined) return false;
  record({
    action: 'link-request.create',
    subject: { type: 'link-request', id: left.id, columns: requestColumns },
    after: question,
    about: { personId },
  });
  return true;
}

/**
 * Whether there is something left to decide about a request `r` and its person `p`. Their next sign-in may bring another
 * address; then the newcomer just gets in. A directory record may have got another address or its person.
 */
export const linkRequestApplies = sql<boolean>`(case when r.directory_key is null
  then p.email = r.email and p.email_released_at is null
  else r.directory_key is not distinct from ${unjoinedKey} end)`;

/** Deletes requests that no longer need a decision, even refused ones, even if the newcomer never came back. Their next sign-in asks again. */
export async function deleteOverLinkRequests(database: Database): Promise<void> {
  await sql`delete from link_requests r using people p where p.id = r.person_id and not ${linkRequestApplies}`.execute(
    database,
  );
}

/** Someone who gets in needs no administrator: what they were kept out for is over. */
export async function dropLinkRequest(
  transaction: WriteTransaction,
  provider: string,
  subject: string,
): Promise<void> {
  await transaction
    .deleteFrom('link_requests')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('directory_key', 'is', null)
    .execute();
}
