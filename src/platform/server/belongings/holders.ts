import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../contract/access.ts';
import { heldGroups } from '../access/held-groups.ts';
import { type Reader, readRows } from '../db/database.ts';
import type { Holder } from './belongings.ts';

/** For the person `p`: the directory had them, and no longer does. */
export const hasLeft = sql<boolean>`exists (
  select from directory_records d where d.person_id = p.id and not d.active)`;

/** For the person `p`: whether they can be given anything. Someone who is blocked or has left the directory can't. */
export const holderState = sql<'here' | 'left' | 'blocked'>`case when p.disabled then 'blocked'
  when ${hasLeft} then 'left' else 'here' end`;

type PermissionsOf = (groups: readonly string[]) => ReadonlySet<Permission>;

/** Someone with an account, as the providers and the directory know them now. */
export interface KnownHolder extends Holder {
  readonly state: 'here' | 'left' | 'blocked';
}

/** By id, or by their current address. `null` for someone who has never signed in. */
export async function findHolder(
  reader: Reader,
  permissionsOf: PermissionsOf,
  who: { id: string } | { email: string },
): Promise<KnownHolder | null> {
  const condition =
    'id' in who
      ? sql`p.id = ${who.id}`
      : sql`p.email = ${who.email.trim().toLowerCase()} and p.email_released_at is null`;
  const [holder = null] = await selectKnown(reader, permissionsOf, condition);
  return holder;
}

/** The same for many people at once, by their ids. */
export function findKnown(
  reader: Reader,
  permissionsOf: PermissionsOf,
  ids: readonly string[],
): Promise<KnownHolder[]> {
  return selectKnown(reader, permissionsOf, sql`p.id = any(${[...ids]}::uuid[])`);
}

/** Everyone with one of these groups who can be given something, in the order of their addresses. */
export async function findHolders(
  reader: Reader,
  permissionsOf: PermissionsOf,
  groups: readonly string[],
): Promise<KnownHolder[]> {
  const given = sql`${[...groups]}::text[]`;
  const condition = sql`p.email_released_at is null and (
    exists (select from identities i where i.person_id = p.id and i.groups && ${given})
    or exists (select from directory_records d
      where d.person_id = p.id and d.active and d.access_groups && ${given})) order by p.email`;
  const known = await selectKnown(reader, permissionsOf, condition);
  return known.filter(({ state }) => state === 'here');
}

async function selectKnown(
  reader: Reader,
  permissionsOf: PermissionsOf,
  condition: RawBuilder<unknown>,
): Promise<KnownHolder[]> {
  const rows = await readRows(
    reader,
    sql<Omit<KnownHolder, 'permissions'>>`
      select p.id, p.name, p.email, ${holderState} as state, ${heldGroups('p.id')} as groups
      from people p where ${condition}`,
  );
  return rows.map((row) => ({ ...row, permissions: permissionsOf(row.groups) }));
}
