import { sql } from 'kysely';
import { heldGroups } from '../../../../platform/server/access/held-groups.ts';
import { type Database, type Reader, readRows } from '../../../../platform/server/db/database.ts';
import { addressOf, canGetEmail } from '../../../../platform/server/mail/find-address.ts';
import { isCheckOf, isExpired } from '../search.ts';
import type { Judged } from './judge.ts';

export interface DueTarget {
  id: string;
  long_url: string;
}

/** A target is checked once a night, even if the job runs twice. */
const onceIn = sql`interval '20 hours'`;
/** How many checks in a row have to fail, unless the site says that the page is gone. */
const failuresUntilBroken = 3;

/** Whether a host is one of these, or below one that starts with `*.`. */
export function isAmong(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

/** Links that work, with targets at these hosts that were not checked tonight: the ones that have waited longest first. */
export function selectDue(reader: Reader, hosts: readonly string[], limit: number): Promise<DueTarget[]> {
  const exact = hosts.filter((host) => !host.startsWith('*.'));
  const below = hosts.filter((host) => host.startsWith('*.')).map((host) => `%${host.slice(1)}`);
  // A stored address is as the URL parser writes it; one with a port is at no such host.
  const host = sql`split_part(short_links.long_url, '/', 3)`;
  return readRows(
    reader,
    sql<DueTarget>`
      select short_links.id, short_links.long_url from short_links left join short_link_checks c on ${isCheckOf}
      where not ${isExpired} and (${host} = any(${exact}::text[]) or ${host} like any(${below}::text[]))
        and (c.link_id is null or c.checked_at < now() - ${onceIn})
      order by c.checked_at nulls first, short_links.id limit ${limit}`,
  );
}

/** Stores a target's response, unless the link is gone, is being deleted, or goes elsewhere by now. */
export async function keepCheck(
  database: Database,
  { id, long_url }: DueTarget,
  { verdict, answer }: Judged,
): Promise<void> {
  const before = sql`case when c.long_url = excluded.long_url then c.failures else 0 end`;
  const brokenBefore = sql`case when c.long_url = excluded.long_url then c.broken_at end`;
  const failed = verdict === 'failed' || verdict === 'gone';
  const failures = failed ? sql`${before} + 1` : verdict === 'unclear' ? before : sql`0`;
  const isNowBroken =
    verdict === 'gone' ? sql`true` : failed ? sql`${failures} >= ${failuresUntilBroken}` : sql`false`;
  const broken =
    verdict === 'works'
      ? sql`null`
      : sql`coalesce(${brokenBefore}, case when ${isNowBroken} then excluded.checked_at end)`;
  await sql`
    insert into short_link_checks as c (link_id, long_url, answer, failures, broken_at)
    select id, long_url, ${answer}, ${failed ? 1 : 0}::int, case when ${verdict === 'gone'}::boolean then now() end
    from short_links where id = ${id} and long_url = ${long_url} for key share
    on conflict (link_id) do update set long_url = excluded.long_url, checked_at = excluded.checked_at,
      answer = excluded.answer, failures = ${failures}, broken_at = ${broken},
      notified_at = case when ${broken} is null or ${brokenBefore} is null then null else c.notified_at end`.execute(
    database,
  );
}

export interface NewlyBroken {
  id: string;
  owner_groups: string[];
  /** Who added the link or took it over. */
  keeper: string | null;
  /** The keeper, and whoever changed it. */
  authors: string[];
}

/** Links that broke and that no one has been notified of yet. */
export function selectNewlyBroken(reader: Reader): Promise<NewlyBroken[]> {
  const keeper = sql`coalesce(kept_by_id, created_by_id)`;
  return readRows(
    reader,
    sql<NewlyBroken>`
      select id, owner_groups, ${keeper} as keeper, array_remove(
        array[${keeper}, changed_by_id]
          || array(select t.changed_by_id from short_link_targets t where t.link_id = id), null) as authors
      from short_links join short_link_checks c on ${isCheckOf}
      where c.broken_at is not null and c.notified_at is null and not ${isExpired}`,
  );
}

/**
 * Determines who gets an email about which link, once each time it breaks. The links are locked before their checks,
 * as when one is deleted, and in the order of their ids, as when several end, so that these cannot deadlock.
 */
export async function keepRecipients(
  database: Database,
  links: readonly string[],
  recipients: readonly { person: string; link: string }[],
): Promise<void> {
  await sql`
    with locked as materialized (
      select id from short_links where id = any(${[...links]}::uuid[]) order by id for key share
    ),
    notified as (
      update short_link_checks set notified_at = now()
      from locked where link_id = locked.id and broken_at is not null and notified_at is null returning link_id
    )
    insert into short_link_check_recipients (person_id, link_id)
    select person_id, link_id from unnest(
      ${recipients.map(({ person }) => person)}::uuid[], ${recipients.map(({ link }) => link)}::uuid[]
    ) as given (person_id, link_id) join notified using (link_id)
    on conflict do nothing`.execute(database);
}

/** A link that a person has yet to be notified about. */
export interface Waiting {
  person: string;
  id: string;
  short_url: string;
  answer: string;
  broken_at: Date;
  owner_groups: string[];
}

/** Who has yet to get an email about which link: the ones that broke first come first, without those that work again. */
export function selectWaiting(reader: Reader): Promise<Waiting[]> {
  return readRows(
    reader,
    sql<Waiting>`
      select r.person_id as person, id, short_url, c.answer, c.broken_at, owner_groups
      from short_link_check_recipients r join short_links on id = r.link_id
        join short_link_checks c on ${isCheckOf} and c.broken_at is not null
      where not ${isExpired} order by c.broken_at, id`,
  );
}

/** A person has gotten an email about these links, or needs none. */
export async function forgetRecipient(
  database: Database,
  person: string,
  links: readonly string[],
): Promise<void> {
  await sql`
    delete from short_link_check_recipients
    where person_id = ${person} and link_id = any(${[...links]}::uuid[])`.execute(database);
}

/** What works again, or is gone, needs no email. */
export async function forgetMended(database: Database): Promise<void> {
  await sql`
    delete from short_link_check_recipients r where not exists (
      select from short_links join short_link_checks c on ${isCheckOf}
      where id = r.link_id and c.broken_at is not null and not ${isExpired})`.execute(database);
}

export interface Manager {
  id: string;
  email: string;
  groups: string[];
}

/** These people, and everyone with one of these groups: those who can get an email, in the order of their addresses. */
export function selectManagers(
  reader: Reader,
  ids: readonly string[],
  groups: readonly string[],
): Promise<Manager[]> {
  return readRows(
    reader,
    sql<Manager>`
      select p.id, ${addressOf} as email, held.groups from people p join lateral (
        select ${heldGroups('p.id')} as groups
      ) held on p.id = any(${[...ids]}::uuid[]) or held.groups && ${[...groups]}::text[]
      where ${canGetEmail} order by 2`,
  );
}
