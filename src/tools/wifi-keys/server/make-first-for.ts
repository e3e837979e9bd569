import { sql } from 'kysely';
import type { CallReply } from '../../../platform/contract/call.ts';
import { heldGroups } from '../../../platform/server/access/held-groups.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { hasAddress } from '../../../platform/server/mail/find-address.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { createWifiKey } from '../contract.ts';
import { makeOwnKey, type Owner } from './make-key.ts';
import { enqueueNotice } from './owner-notice.ts';
import { findOwn, type KeyRow } from './queries.ts';
import { isUsable, mayMakeFor } from './rules.ts';
import type { WifiKeys } from './wifi-keys.ts';

/**
 * IT creates the first key for someone who is at the desk, or whose page fails. The person is notified and finds the key on
 * their page; IT does not get to see it. A key that works is left as it is.
 */
export async function makeFirstFor(
  services: WifiKeys,
  context: CallContext<PersonActor>,
  email: string,
): Promise<CallReply<typeof createWifiKey>> {
  const { actor, reader } = context;
  const owner = await findOwner(reader, email);
  if (owner === undefined) throw refusalOf(createWifiKey, 'no-person');
  const isEntitled = !owner.disabled && services.permissionsOf(owner.groups).has(createWifiKey.access);
  if (!isEntitled) throw refusalOf(createWifiKey, 'not-entitled');
  const before = await findOwn(reader, owner.id);
  if (before !== undefined && isUsable(before)) return withoutKey(before);
  const judge = (one: KeyRow | undefined) => mayMakeFor(actor, one);
  demandAllowed(judge(before));
  const made = await makeOwnKey(services, context, {
    owner,
    before,
    judge,
    actingFor: `${owner.name} <${owner.email}>`,
    alongside: (unit, after) => enqueueNotice(unit, after, 'made'),
  });
  const row = made?.row ?? (await findOwn(reader, owner.id));
  if (row === undefined) throw refusalOf(createWifiKey, 'controller-down', { retryAfterSeconds: 5 });
  return withoutKey(row);
}

function withoutKey({ id, expires_at }: KeyRow): CallReply<typeof createWifiKey> {
  return { id, password: '', expired_time: expires_at.toISOString() };
}

/** Someone who has signed in, with the groups that their providers last reported and those that the directory gives. */
async function findOwner(
  reader: Reader,
  email: string,
): Promise<(Owner & { disabled: boolean; groups: string[] }) | undefined> {
  const rows = await readRows(
    reader,
    sql<Owner & { disabled: boolean; groups: string[] }>`
    select p.id, p.name, p.email, p.disabled,
      ${heldGroups('p.id')} as groups
    from people p where p.email = ${email} and ${hasAddress}`,
  );
  return rows[0];
}
