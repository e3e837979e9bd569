import { type RawBuilder, sql } from 'kysely';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import { importLinks, listLinks } from '../contract.ts';

/** The links that someone manages: all of them, or those that one of these groups owns. */
export type Scope = 'all' | readonly string[];

/** IT and programs with a token see all links, everyone else those of their groups. */
export function scopeOf(viewer: SignedInActor): Scope {
  if (viewer.kind === 'token') return mayCall(viewer, listLinks) ? 'all' : [];
  return mayCall(viewer, importLinks) ? 'all' : viewer.groups;
}

/** The groups that own one link, sorted. */
export type Owners = readonly string[];

/** Whether links with these owners are in the scope. */
export function isInScope(scope: Scope, owners: Owners): boolean {
  return scope === 'all' || owners.some((group) => scope.includes(group));
}

/** The owners that links of a scope have or had: `all`, or each combination of groups. */
export type OwnedBy = 'all' | readonly Owners[];

/** Links with one of these owners. Named one by one, since an index has each of them in the order of the list. */
export function ownedBy(owned: OwnedBy): RawBuilder<unknown> {
  if (owned === 'all') return sql`true`;
  if (owned.length === 0) return sql`false`;
  const one = owned.map((owners) => sql`owner_groups = ${[...owners]}::text[]`);
  return sql`(owner_groups <> '{}' and (${sql.join(one, sql` or `)}))`;
}
