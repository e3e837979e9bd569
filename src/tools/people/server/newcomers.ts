import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { matchingRecords, visibleTo } from '../../../platform/server/directory/lookup.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage, type Slice } from '../../../platform/server/list/page.ts';
import type { listNewcomers, Newcomer } from '../contract.ts';

/** Those whom the viewer may see, and whom no person of the portal belongs to. */
const isNewcomer = (viewer: Actor) => sql<boolean>`d.person_id is null and ${visibleTo(viewer)}`;

/** Those of them whom a search finds, best first; no one without one. */
export async function selectFoundNewcomers(
  reader: Reader,
  viewer: Actor,
  search: string,
  limit: number,
): Promise<Pick<Newcomer, 'id' | 'name' | 'email' | 'kind'>[]> {
  const found = matchingRecords(search);
  if (found === null) return [];
  return readRows(
    reader,
    sql<Pick<Newcomer, 'id' | 'name' | 'email' | 'kind'>>`
    select d.key as id, trim(d.given_name || ' ' || d.family_name) as name, d.email, d.kind
    from directory_records d where ${isNewcomer(viewer)} and ${found.matches}
    order by ${found.bestFirst} limit ${limit}`,
  );
}

/** Those of them whom a search finds; all of them without one. */
function among(viewer: Actor, search: string) {
  return sql<boolean>`${isNewcomer(viewer)} and ${matchingRecords(search)?.matches ?? sql`true`}`;
}

async function countNewcomers(reader: Reader, viewer: Actor, search: string): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{
      total: number;
    }>`select count(*)::int as total from directory_records d where ${among(viewer, search)}`,
  );
  return rows[0]?.total ?? 0;
}

function selectNewcomers(reader: Reader, viewer: Actor, search: string, slice: Slice): Promise<Newcomer[]> {
  const direction = slice.from === 'beginning' ? sql`asc` : sql`desc`;
  return readRows(
    reader,
    sql<Newcomer>`
    select d.key as id, trim(d.given_name || ' ' || d.family_name) as name, d.email, d.title, d.department, d.kind, d.groups,
      d.confidential
    from directory_records d where ${among(viewer, search)}
    order by d.family_name ${direction}, d.given_name ${direction}, d.key ${direction}
    offset ${slice.offset} limit ${slice.limit}`,
  );
}

export async function handleListNewcomers(
  { reader, actor }: CallContext<SignedInActor>,
  { query: { search = '', paging, ...rest } }: CallInput<typeof listNewcomers>,
): Promise<CallReply<typeof listNewcomers>> {
  rest satisfies NothingLeft;
  if (paging === null) return { data: [], meta: { pages: -1 } };
  return readPage(paging, await countNewcomers(reader, actor, search), (slice) =>
    selectNewcomers(reader, actor, search, slice),
  );
}
