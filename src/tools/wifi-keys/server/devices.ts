import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { addDeviceKey, type DeviceKey, type listDeviceKeys } from '../contract.ts';
import { readIfReadable } from './authority/key-authority.ts';
import { expiryFor, expiryOf } from './life.ts';
import { countMade, demandFew } from './limits.ts';
import { makeOtherKey } from './make-other-key.ts';
import { findOwn, type KeyRow, selectOthers } from './queries.ts';
import { isUsable, mayAddDevice, mayMake } from './rules.ts';
import type { WifiKeys } from './wifi-keys.ts';

type Context = CallContext<PersonActor>;

export async function handleListDevices(
  { authority }: WifiKeys,
  { actor, reader }: Context,
): Promise<CallReply<typeof listDeviceKeys>> {
  const keys = (await selectOthers(reader, actor.id, 'device')).filter(isUsable);
  // One that can't be shown counts toward the limit, so it is listed: its owner can remove it.
  return {
    data: await Promise.all(keys.map(async (key) => present(key, await readIfReadable(authority, key)))),
  };
}

export async function handleAddDevice(
  services: WifiKeys,
  context: Context,
  { body: { label } }: CallInput<typeof addDeviceKey>,
): Promise<CallReply<typeof addDeviceKey>> {
  const { actor, reader } = context;
  const { campus, timeZone, throttle } = services;
  // Before the controller is asked to create one for nothing.
  demandAllowed(mayMake(await findOwn(reader, actor.id)));
  const judge = (working: readonly KeyRow[]) => mayAddDevice(working, { label, most: campus.deviceKeys });
  demandAllowed(judge((await selectOthers(reader, actor.id, 'device')).filter(isUsable)));
  await demandFew(throttle, actor, (retryAfterSeconds) =>
    refusalOf(addDeviceKey, 'too-often', { retryAfterSeconds }),
  );
  const ownExpiry = await expiryFor(reader, actor.id, services);
  const { row, password } = await makeOtherKey(services, context, {
    kind: 'device',
    owner: actor,
    label,
    guestEmail: null,
    expiresAt: ownExpiry(expiryOf(campus, new Date(), timeZone)),
    judge,
  });
  await countMade(throttle, actor);
  return { data: present(row, password) };
}

function present({ id, label, expires_at }: KeyRow, password: string | null): DeviceKey {
  return { id, label, password, expiresAt: expires_at.toISOString() };
}
