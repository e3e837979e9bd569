import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { withinLimit } from '../../../platform/server/throttle/within-limit.ts';
import { addGuest, endGuest, type Guest, type listGuests, showGuestKey } from '../contract.ts';
import { auditKey } from './audit.ts';
import { enqueueInvitation } from './guest-invitation.ts';
import { endAfter } from './life.ts';
import { makeOtherKey } from './make-other-key.ts';
import { findKey, findOwn, holdKey, type KeyRow, markRevoked, selectOthers } from './queries.ts';
import { isUsable, mayAddGuest, mayEndGuest, mayMake, stateOf } from './rules.ts';
import type { WifiKeys } from './wifi-keys.ts';

type Context = CallContext<PersonActor>;

export async function handleListGuests({ actor, reader }: Context): Promise<CallReply<typeof listGuests>> {
  const rows = await selectOthers(reader, actor.id, 'guest');
  return { data: rows.map((row) => present(row, actor)) };
}

export async function handleAddGuest(
  services: WifiKeys,
  context: Context,
  { body: { name, email, days } }: CallInput<typeof addGuest>,
): Promise<CallReply<typeof addGuest>> {
  const { actor, reader } = context;
  const { campus, timeZone, throttle } = services;
  demandAllowed(mayMake(await findOwn(reader, actor.id)));
  const judge = (working: readonly KeyRow[]) => mayAddGuest(working, { email, most: campus.guests.atOnce });
  demandAllowed(judge((await selectOthers(reader, actor.id, 'guest')).filter(isUsable)));
  // Ending a key does not restore the daily limit, since each guest is an email to someone outside. A failure does.
  const rule = { limit: campus.guests.perDay, windowSeconds: 86_400 };
  const refuse = (retryAfterSeconds: number) => refusalOf(addGuest, 'too-many-today', { retryAfterSeconds });
  const { row } = await withinLimit({ throttle, key: `wifi-guest:${actor.id}`, rule, refuse }, () =>
    makeOtherKey(services, context, {
      kind: 'guest',
      owner: actor,
      label: name,
      guestEmail: email,
      expiresAt: endAfter(days, new Date(), timeZone),
      judge,
      alongside: enqueueInvitation,
    }),
  );
  return { data: present(row, actor) };
}

export async function handleEndGuest(
  { authority }: WifiKeys,
  { actor, reader, change }: Context,
  { params: { id } }: CallInput<typeof endGuest>,
): Promise<void> {
  const row = await demandGuest(reader, actor, id);
  await authority.remove(row);
  await change(async (unit) => {
    await authority.changed(unit);
    const before = await holdKey(unit.transaction, id);
    unit.demand(mayEndGuest(actor, before));
    const after = await markRevoked(unit.transaction, id, { by: actor.name, why: 'sponsor' });
    auditKey(unit, 'wifi-key.end-guest', { ...(before === undefined ? {} : { before }), after });
  });
}

export async function handleShowGuestKey(
  { authority }: WifiKeys,
  { actor, reader }: Context,
  { params: { id } }: CallInput<typeof showGuestKey>,
): Promise<CallReply<typeof showGuestKey>> {
  const row = await demandGuest(reader, actor, id);
  const password = await authority.read(row);
  if (password === null) throw refusalOf(showGuestKey, 'gone');
  return { data: { password, expiresAt: row.expires_at.toISOString() } };
}

/** A guest of this sponsor whose key works. */
async function demandGuest(reader: Context['reader'], actor: PersonActor, id: string): Promise<KeyRow> {
  const row = await findKey(reader, id);
  demandAllowed(mayEndGuest(actor, row));
  if (row === undefined) throw refusalOf(endGuest, 'no-key');
  return row;
}

function present(row: KeyRow, viewer: PersonActor): Guest {
  return {
    id: row.id,
    name: row.label,
    email: row.guest_email ?? '',
    state: stateOf(row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    can: { end: mayEndGuest(viewer, row) === true },
  };
}
