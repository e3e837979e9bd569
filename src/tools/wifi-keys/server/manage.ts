import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { findHolder } from '../../../platform/server/belongings/holders.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import {
  type allowWifiKey,
  createWifiKey,
  type listWifiKeys,
  replaceWifiKey,
  revokeWifiKey,
} from '../contract.ts';
import { auditKey } from './audit.ts';
import { countEntries, type EntryRow, findEntry, selectEntries } from './entry-queries.ts';
import { makeOwnKey } from './make-key.ts';
import { enqueueNotice } from './owner-notice.ts';
import { presentEntry } from './present.ts';
import { deleteKey, holdKey, markRevoked } from './queries.ts';
import { changedSince, mayAllow, mayReplace, mayRevoke } from './rules.ts';
import type { WifiKeys } from './wifi-keys.ts';

type Context = CallContext<PersonActor>;

export async function handleListKeys(
  { reader, actor }: Context,
  { query: { paging, search, state, ...rest } }: CallInput<typeof listWifiKeys>,
): Promise<CallReply<typeof listWifiKeys>> {
  rest satisfies NothingLeft;
  if (paging === null) return { ...noPage, data: [] };
  const filter = { search, state };
  const page = await readPage(paging, await countEntries(reader, filter), (slice) =>
    selectEntries(reader, filter, slice),
  );
  return { ...page, data: page.data.map((row) => presentEntry(row, actor)) };
}

/** The person finds the new key on their page; no one in IT sees it. */
export async function handleReplaceFor(
  services: WifiKeys,
  context: Context,
  id: string,
): Promise<CallReply<typeof replaceWifiKey>> {
  const { reader, actor } = context;
  const entry = await demandEntry(context, id);
  demandAllowed(mayReplace(actor, entry));
  // Someone who lost the groups keeps their key until it expires; a new one would be seen by no one.
  const holder = await findHolder(reader, services.permissionsOf, { id: entry.owner_id });
  if (holder?.state === 'blocked' || !holder?.permissions.has(createWifiKey.access))
    throw refusalOf(replaceWifiKey, 'not-entitled');
  const owner = { id: entry.owner_id, name: entry.owner_name, email: entry.owner_email };
  const made = await makeOwnKey(services, context, {
    owner,
    before: entry,
    judge: (held) => mayReplace(actor, held),
    action: 'wifi-key.replace',
    actingFor: sayOwner(entry),
    alongside: (unit, after) => enqueueNotice(unit, after, 'replaced'),
  });
  if (made === null) throw changedSince();
  return { data: presentEntry(await demandEntry({ reader }, made.row.id), actor) };
}

export async function handleRevokeKey(
  { authority }: WifiKeys,
  context: Context,
  id: string,
): Promise<CallReply<typeof revokeWifiKey>> {
  const { reader, actor, change } = context;
  const entry = await demandEntry(context, id);
  demandAllowed(mayRevoke(actor, entry));
  await authority.remove(entry);
  await change(async (unit) => {
    await authority.changed(unit);
    const before = await holdKey(unit.transaction, id);
    if (before === undefined) throw changedSince();
    unit.demand(mayRevoke(actor, before));
    const after = await markRevoked(unit.transaction, id, { by: actor.name, why: 'it' });
    auditKey(unit, 'wifi-key.revoke', { before, after, actingFor: sayOwner(entry) });
    await enqueueNotice(unit, after, 'revoked');
  });
  return { data: presentEntry(await demandEntry({ reader }, id), actor) };
}

export async function handleAllowKey(
  context: Context,
  { params: { id } }: CallInput<typeof allowWifiKey>,
): Promise<void> {
  const entry = await demandEntry(context, id);
  await context.change(async (unit) => {
    const before = await holdKey(unit.transaction, id);
    if (before === undefined) throw changedSince();
    unit.demand(mayAllow(context.actor, before));
    await deleteKey(unit.transaction, id);
    auditKey(unit, 'wifi-key.allow', { before, actingFor: sayOwner(entry) });
    await enqueueNotice(unit, before, 'allowed');
  });
}

async function demandEntry({ reader }: Pick<Context, 'reader'>, id: string): Promise<EntryRow> {
  const row = await findEntry(reader, id);
  if (row === undefined) throw refusalOf(revokeWifiKey, 'no-key');
  return row;
}

const sayOwner = (entry: EntryRow) => `${entry.owner_name} <${entry.owner_email}>`;
