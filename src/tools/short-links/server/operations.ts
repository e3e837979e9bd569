import { v7 as uuid } from 'uuid';
import type { CallInput } from '../../../platform/contract/call.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import { changeLink, createLink, type deleteLink, type Link } from '../contract.ts';
import { auditLink } from './audit.ts';
import { presentLink } from './present.ts';
import { findLink, type LinkRow } from './queries.ts';
import { isReserved, leadsToShortLink, mayAddFor, maySee, maySetOwners, usualOwners } from './rules.ts';
import type { Owners } from './scope.ts';
import type { ShortLinks } from './short-links.ts';
import {
  type Author,
  insertLink,
  keepTarget,
  linkTables,
  notifyInstances,
  updateLink,
  updateOwners,
} from './write-queries.ts';

type Context = CallContext<SignedInActor>;

/** Who wrote, as stored with the row. */
export function authorOf(actor: SignedInActor): Author {
  return { id: actor.id, text: actor.kind === 'person' ? actor.email : actor.name };
}

export async function handleCreateLink(
  links: ShortLinks,
  { actor, change }: Context,
  { body }: CallInput<typeof createLink>,
): Promise<{ data: Link }> {
  if (isReserved(body.shortUrl, links.reserved)) {
    const fields = { shortUrl: createLink.refusals['name-reserved'].detail };
    throw refusalOf(createLink, 'name-reserved', { fields });
  }
  const target = new URL(body.longUrl);
  if (leadsToShortLink(target, links.publicUrl)) throw ownAddress();
  const author = authorOf(actor);
  const owners = sorted(body.ownerGroups ?? usualOwners(actor, links));
  return change(async (unit) => {
    unit.demand(mayAddFor(actor, owners, links));
    const link = {
      id: uuid(),
      short_url: body.shortUrl,
      long_url: target.href,
      expires_at: body.expirationDate ?? null,
      owner_groups: owners,
    };
    const row = await insertLink(unit.transaction, link, author);
    if (row === undefined) {
      const fields = { shortUrl: createLink.refusals['name-taken'].detail };
      throw refusalOf(createLink, 'name-taken', { fields });
    }
    auditLink(unit, 'short-link.create', null, row);
    await tellOwners(links, unit, [owners]);
    return { data: presentLink(row, actor) };
  });
}

/** Each group once, in alphabetical order, as the counts need it. */
export function sorted(groups: readonly string[]): string[] {
  return [...new Set(groups)].toSorted();
}

export async function handleChangeLink(
  links: ShortLinks,
  { actor, change }: Context,
  { params, body }: CallInput<typeof changeLink>,
): Promise<{ data: Link }> {
  const target = new URL(body.longUrl);
  if (leadsToShortLink(target, links.publicUrl)) throw ownAddress();
  const author = authorOf(actor);
  return change(async (unit) => {
    const { transaction } = unit;
    const before = await demandLink(links, unit, params.id);
    unit.demand(maySee(actor, before), before);
    if (body.shortUrl !== undefined && body.shortUrl !== before.short_url) {
      throw refusalOf(changeLink, 'name-fixed', {
        fields: { shortUrl: changeLink.refusals['name-fixed'].detail },
      });
    }
    const owners = sorted(body.ownerGroups ?? before.owner_groups);
    const hasOtherOwners = owners.join('\n') !== before.owner_groups.join('\n');
    // A group that no longer gives access may stay, but not be added.
    const knownGroups = [...links.knownGroups, ...before.owner_groups];
    if (hasOtherOwners) unit.demand(maySetOwners(actor, owners, { knownGroups }), before);
    const link = { id: before.id, long_url: target.href, expires_at: body.expirationDate ?? null };
    const isMoved = link.long_url !== before.long_url || !isSameMoment(link.expires_at, before.expires_at);
    let after = before;
    // Saving an expired link without a change asks for it back, which works if only the clock was wrong.
    if (isMoved || (before.expired && !hasOtherOwners)) {
      await keepTarget(transaction, before.id);
      after = await updateLink(transaction, link, author);
    }
    if (hasOtherOwners) after = await updateOwners(transaction, before.id, owners);
    auditLink(unit, 'short-link.change', before, after);
    if (hasOtherOwners) await tellOwners(links, unit, [owners]);
    return { data: presentLink(after, actor) };
  });
}

function isSameMoment(one: string | null, other: Date | null): boolean {
  return (one === null ? null : Date.parse(one)) === (other === null ? null : other.getTime());
}

/** People in these groups have the page at once, on this instance; on others within a second. */
export async function tellOwners(
  links: ShortLinks,
  unit: UnitOfWork,
  combinations: readonly Owners[],
): Promise<void> {
  const owned = combinations.filter((owners) => owners.length > 0);
  if (owned.length === 0) return;
  unit.afterCommit(() => {
    for (const owners of owned) links.owners.note(owners);
  });
  await notifyInstances(unit.transaction);
}

export async function handleDeleteLink(
  links: ShortLinks,
  { change }: Context,
  { params }: CallInput<typeof deleteLink>,
): Promise<undefined> {
  await change(async (unit) => {
    const before = await demandLink(links, unit, params.id);
    unit.demand(byPermission);
    await linkTables(unit.transaction).deleteFrom('short_links').where('id', '=', before.id).execute();
    auditLink(unit, 'short-link.delete', before, null);
  });
  return undefined;
}

function ownAddress() {
  return refusalOf(createLink, 'own-address', {
    fields: { longUrl: createLink.refusals['own-address'].detail },
  });
}

/** Reads a link and keeps others from changing it until this unit ends; `undefined` if there is none. */
export async function lockLink({ transaction }: UnitOfWork, id: string): Promise<LinkRow | undefined> {
  await linkTables(transaction)
    .selectFrom('short_links')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return findLink(transaction, id);
}

/** The same for a change of what followers get: this instance forgets the link with the commit, the others within a second. */
export async function lockAndForget(
  links: ShortLinks,
  unit: UnitOfWork,
  id: string,
): Promise<LinkRow | undefined> {
  await notifyInstances(unit.transaction);
  const row = await lockLink(unit, id);
  if (row !== undefined) unit.afterCommit(() => links.memory.forget(row.short_url));
  return row;
}

async function demandLink(links: ShortLinks, unit: UnitOfWork, id: string): Promise<LinkRow> {
  const row = await lockAndForget(links, unit, id);
  if (row === undefined) throw notFound('This short link does not exist, or no longer does.');
  return row;
}
