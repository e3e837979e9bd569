import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { createWifiKey, type deleteWifiKey, readWifiKey, type WifiKey } from '../contract.ts';
import { auditKey } from './audit.ts';
import { readIfReadable } from './authority/key-authority.ts';
import { countMade, demandFew } from './limits.ts';
import { makeFirstFor } from './make-first-for.ts';
import { makeOwnKey } from './make-key.ts';
import { deleteKey, findKey, findOwn, holdKey, type KeyRow } from './queries.ts';
import { isUsable, mayDelete, mayMake } from './rules.ts';
import type { WifiKeys } from './wifi-keys.ts';

type Context = CallContext<PersonActor>;

export async function handleReadKey(
  { authority }: WifiKeys,
  { actor, reader }: Context,
): Promise<CallReply<typeof readWifiKey>> {
  const row = await findOwn(reader, actor.id);
  if (row === undefined || row.revoked_at !== null) throw refusalOf(readWifiKey, 'no-key');
  // One that has expired is re-created in any case.
  const password = await (isUsable(row) ? authority.read(row) : readIfReadable(authority, row));
  if (password === null) throw refusalOf(readWifiKey, 'no-key');
  return present(row, password);
}

export async function handleCreateKey(
  services: WifiKeys,
  context: Context,
  { body: { email = '', replaces, replaceUnreadable = false } }: CallInput<typeof createWifiKey>,
): Promise<CallReply<typeof createWifiKey>> {
  const { actor, reader } = context;
  const named = email.toLowerCase();
  if (named !== '' && named !== actor.email.toLowerCase() && named !== actor.id)
    return makeFirstFor(services, context, named);
  // Read once: a key that another tab creates from here on must not be mistaken for the one to replace.
  const before = await findOwn(reader, actor.id);
  // If it was replaced in the meantime, by a repeat or another tab, the new one is returned.
  const isReplaced = before !== undefined && before.id === replaces;
  const known = isReplaced ? null : await openUsable(services, before, replaceUnreadable);
  if (known !== null) return known;
  demandAllowed(mayMake(before));
  await demandFew(services.throttle, actor, (retryAfterSeconds) =>
    refusalOf(createWifiKey, 'too-often', { retryAfterSeconds }),
  );
  const action = isReplaced ? 'wifi-key.replace' : 'wifi-key.create';
  const made = await makeOwnKey(services, context, { owner: actor, before, judge: mayMake, action });
  if (made !== null) {
    await countMade(services.throttle, actor);
    return present(made.row, made.password);
  }
  // Another tab was faster: its key is this person's key.
  const theirs = await openUsable(services, await findOwn(reader, actor.id));
  if (theirs === null) throw refusalOf(createWifiKey, 'controller-down', { retryAfterSeconds: 5 });
  return theirs;
}

/** @param mayBeLost Treats a key that no secret opens as one that is gone */
async function openUsable(
  { authority }: WifiKeys,
  row: KeyRow | undefined,
  mayBeLost = false,
): Promise<WifiKey | null> {
  if (row === undefined || !isUsable(row)) return null;
  const password = await (mayBeLost ? readIfReadable(authority, row) : authority.read(row));
  return password === null ? null : present(row, password);
}

export async function handleDeleteKey(
  { authority }: WifiKeys,
  { actor, reader, change }: Context,
  { query: { id } }: CallInput<typeof deleteWifiKey>,
): Promise<void> {
  const row = await findKey(reader, id);
  demandAllowed(mayDelete(actor, row));
  if (row === undefined) throw refusalOf(readWifiKey, 'no-key');
  await authority.remove(row);
  await change(async (unit) => {
    await authority.changed(unit);
    // Again, since IT may have revoked it while the controller was being asked.
    const before = await holdKey(unit.transaction, id);
    unit.demand(mayDelete(actor, before));
    await deleteKey(unit.transaction, id);
    auditKey(unit, 'wifi-key.delete', before === undefined ? {} : { before });
  });
}

function present({ id, expires_at }: KeyRow, password: string): WifiKey {
  return { id, password, expired_time: expires_at.toISOString() };
}
