import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Lifetimes } from './lifetimes.ts';

/** Anything later was recorded while the clock was ahead, which has been set back since. */
const ahead = sql`now() + interval '1 minute'`;
/** How far from now the provider was last asked, on either side. */
const age = sql<number>`abs(extract(epoch from now() - groups_read_at))::float8`;
/** The provider is being asked right now, by this or another instance. */
const inProgress = (times: Lifetimes) => sql<boolean>`(
  (groups_tried_at > groups_read_at or groups_read_at > ${ahead})
  and groups_tried_at > now() - make_interval(secs => ${times.lease}) and groups_tried_at <= ${ahead}
  and coalesce(groups_failed_at < groups_tried_at or groups_failed_at > ${ahead}, true))`;
const justFailed = (times: Lifetimes) => sql<boolean>`coalesce(
  groups_failed_at > now() - make_interval(secs => ${times.retry}) and groups_failed_at <= ${ahead}, false)`;

/** Claims the right to ask the provider; `null` if it is taken, not due, or asking has just failed. */
export async function claimReread(database: Database, id: string, times: Lifetimes) {
  const { rows } = await sql<{ subject: string; provider_state: string | null }>`
    update sessions set groups_tried_at = clock_timestamp()
    where id = ${id} and expired_at is null and ${age} >= ${times.groups} and not ${inProgress(times)}
      and not ${justFailed(times)}
    returning subject, provider_state`.execute(database);
  return rows[0] ?? null;
}

export interface RereadState {
  groups: string[];
  groupsAge: number;
  inProgress: boolean;
  justFailed: boolean;
}

/** The state of a reread; `null` when the session is over. */
export async function readRereadState(
  database: Database,
  id: string,
  times: Lifetimes,
): Promise<RereadState | null> {
  const { rows } = await sql<RereadState>`
    select i.groups, ${age} as "groupsAge", ${inProgress(times)} as "inProgress", ${justFailed(times)} as "justFailed"
    from sessions s join identities i on i.provider = s.provider and i.subject = s.subject
    where s.id = ${id} and s.expired_at is null`.execute(database);
  return rows[0] ?? null;
}

/** Stores what the provider said. False when the session was ended in the meantime. */
export async function storeReread(
  database: Database,
  id: string,
  said: { groups: readonly string[]; state: string | null },
): Promise<boolean> {
  // The identity's row is written only on a change: several sessions ask about the same person.
  const { rows } = await sql<{ id: string }>`
    with session as (
      update sessions set groups_read_at = clock_timestamp(), groups_failed_at = null, provider_state = ${said.state}
      where id = ${id} and expired_at is null returning id, provider, subject
    ), identity as (
      update identities i set groups = ${said.groups} from session s
      where i.provider = s.provider and i.subject = s.subject and i.groups is distinct from ${said.groups}::text[]
    )
    select id from session`.execute(database);
  return rows.length === 1;
}

/** @param state What the provider returned for the next time before it failed; `null`: the one from before counts. */
export async function markRereadFailed(
  database: Database,
  id: string,
  state: string | null = null,
): Promise<void> {
  await sql`update sessions set groups_failed_at = clock_timestamp(),
    provider_state = coalesce(${state}, provider_state) where id = ${id}`.execute(database);
}
