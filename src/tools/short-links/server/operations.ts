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
import {
  type Author,
  findLink,
  insertLink,
  keepTarget,
  type LinkRow,
  linkTables,
  notifyInstances,
  updateLink,
} from './queries.ts';
import { isReserved, leadsToShortLink } from './rules.ts';
import type { ShortLinks } from './short-links.ts';

type Context = CallContext<SignedInActor>;

/** Who wrote, as it is kept with the row. */
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
  return change(async (unit) => {
    unit.demand(byPermission);
    const link = {
      id: uuid(),
      short_url: body.shortUrl,
      long_url: target.href,
      expires_at: body.expirationDate ?? null,
    };
    const row = await insertLink(unit.transaction, link, author);
    if (row === undefined) {
      const fields = { shortUrl: createLink.refusals['name-taken'].detail };
      throw refusalOf(createLink, 'name-taken', { fields });
    }
    auditLink(unit, 'short-link.create', null, row);
    return { data: presentLink(row) };
  });
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
    const before = await lockLink(unit, params.id);
    unit.demand(byPermission, before);
    if (body.shortUrl !== undefined && body.shortUrl !== before.short_url) {
      throw refusalOf(changeLink, 'name-fixed', {
        fields: { shortUrl: changeLink.refusals['name-fixed'].detail },
      });
    }
    await keepTarget(transaction, before.id);
    const link = { id: before.id, long_url: target.href, expires_at: body.expirationDate ?? null };
    const after = await updateLink(transaction, link, author);
    auditLink(unit, 'short-link.change', before, after);
    await forgetEverywhere(links, unit, before);
    return { data: presentLink(after) };
  });
}

export async function handleDeleteLink(
  links: ShortLinks,
  { change }: Context,
  { params }: CallInput<typeof deleteLink>,
): Promise<undefined> {
  await change(async (unit) => {
    const before = await lockLink(unit, params.id);
    unit.demand(byPermission);
    await linkTables(unit.transaction).deleteFrom('short_links').where('id', '=', before.id).execute();
    auditLink(unit, 'short-link.delete', before, null);
    await forgetEverywhere(links, unit, before);
  });
  return undefined;
}

function ownAddress() {
  return refusalOf(createLink, 'own-address', {
    fields: { longUrl: createLink.refusals['own-address'].detail },
  });
}

/** Reads a link and keeps others from changing it until this unit ends. */
async function lockLink({ transaction }: UnitOfWork, id: string): Promise<LinkRow> {
  await linkTables(transaction)
    .selectFrom('short_links')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
  const row = await findLink(transaction, id);
  if (row === undefined) throw notFound('This short link does not exist, or no longer does.');
  return row;
}

/** This instance forgets the link with the commit, the others within a second. */
async function forgetEverywhere(links: ShortLinks, unit: UnitOfWork, { short_url }: LinkRow): Promise<void> {
  unit.afterCommit(() => links.memory.forget(short_url));
  await notifyInstances(unit.transaction);
}
