import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import { heldGroups } from '../../../platform/server/access/held-groups.ts';
import type { Actor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import { visibleTo } from '../../../platform/server/directory/lookup.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readOrdered, readPage } from '../../../platform/server/list/page.ts';
import type { DeclaredPermission, DeclaredRowRight } from '../../../platform/server/tool/server-tool.ts';
import type { listHolders, listPermissions } from '../contract.ts';

type Declared = CallReply<typeof listPermissions>['data'][number];

export function presentDeclared({
  permission,
  tool,
  about,
  groups,
  besides,
  owner,
  ...rest
}: DeclaredPermission): Declared {
  rest satisfies NothingLeft;
  const reasons = besides.map((given) => `${given.groups.join(', ')}, which ${given.why}`);
  return {
    permission,
    tool,
    about,
    groups: [...groups],
    besides: reasons.length === 0 ? null : reasons.join('; '),
    owner,
  };
}

/** What only rows grant, in the list of permissions. */
export function presentDeclaredRight({ id, tool, about, by }: DeclaredRowRight): Declared {
  return { permission: id, tool, about, groups: [], besides: by, owner: null };
}

/** Found first: gathering the groups of everyone takes a second at a large college. */
const possible = (groups: readonly string[]) => sql`
  select p.* from people p where p.id in (
    select person_id from identities where groups && ${[...groups]}::text[]
    union select person_id from directory_records where access_groups && ${[...groups]}::text[])`;

/**
 * Everyone with one of the groups: by a sign-in provider or by the directory, and people of the directory who have not
 * signed in yet. Blocked people keep their groups and are marked.
 */
const holding = (viewer: Actor, groups: readonly string[]) => sql`(
  select p.id::text as id, p.name, p.email, p.disabled as blocked, true as "hasSignedIn", held.groups
  from (${possible(groups)}) p join lateral (
    select array_agg(g order by g) as groups from unnest(${heldGroups('p.id')}) g
    where g = any(${[...groups]}::text[])
  ) held on held.groups is not null
  union all
  select d.key, trim(d.given_name || ' ' || d.family_name), d.email, false, false,
    array(select g from unnest(d.access_groups) g where g = any(${[...groups]}::text[]) order by g)
  from directory_records d
  where d.person_id is null and d.access_groups && ${[...groups]}::text[] and ${visibleTo(viewer)}
)`;

interface HoldersServices {
  permissions: readonly DeclaredPermission[];
  rowRights: () => readonly DeclaredRowRight[];
}

export async function handleListHolders(
  { permissions, rowRights }: HoldersServices,
  { reader, actor }: CallContext<SignedInActor>,
  { query: { permission, paging, ...rest } }: CallInput<typeof listHolders>,
): Promise<CallReply<typeof listHolders>> {
  rest satisfies NothingLeft;
  if (paging === null) return { ...noPage, data: [] };
  const right = rowRights().find(({ id }) => id === permission);
  if (right !== undefined) {
    const all = await right.holders(reader);
    return readPage(paging, all.length, async ({ from, offset, limit }) =>
      (from === 'beginning' ? all : all.toReversed())
        .slice(offset, offset + limit)
        .map((one) => ({ ...one, groups: [] })),
    );
  }
  const groups = permissions.find((one) => one.permission === permission)?.groups ?? [];
  const from = sql`from ${holding(actor, groups)} held`;
  const order = [sql`name collate alphabet`, 'id'];
  return readOrdered(reader, { columns: sql`*`, from, order, direction: 'asc' }, paging);
}
