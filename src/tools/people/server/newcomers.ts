import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { byName, matchingRecords, visibleTo } from '../../../platform/server/directory/lookup.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readOrdered } from '../../../platform/server/list/page.ts';
import type { listNewcomers, Newcomer } from '../contract.ts';

const columns = sql`d.key as id, trim(d.given_name || ' ' || d.family_name) as name, d.email, d.title, d.department, d.kind,
  d.groups, d.confidential`;

/** Those whom the viewer may see, and who belong to no person in the portal; all of them without a search. */
function among(viewer: Actor, search: string) {
  const found = matchingRecords(search);
  return sql`from directory_records d
    where d.person_id is null and ${visibleTo(viewer)} and ${found?.matches ?? sql`true`}`;
}

/** Those of them whom a search finds, best first; no one without one. */
export async function selectFoundNewcomers(
  reader: Reader,
  viewer: Actor,
  search: string,
  limit: number,
): Promise<Newcomer[]> {
  const found = matchingRecords(search);
  if (found === null) return [];
  return readRows(
    reader,
    sql<Newcomer>`select ${columns} ${among(viewer, search)} order by ${found.bestFirst} limit ${limit}`,
  );
}

export async function handleListNewcomers(
  { reader, actor }: CallContext<SignedInActor>,
  { query: { search = '', paging, ...rest } }: CallInput<typeof listNewcomers>,
): Promise<CallReply<typeof listNewcomers>> {
  rest satisfies NothingLeft;
  const from = among(actor, search);
  return readOrdered(reader, { columns, from, order: byName, direction: 'asc' }, paging);
}
