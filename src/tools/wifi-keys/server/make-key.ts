import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { auditKey } from './audit.ts';
import type { KeyHolder, MadeKey } from './authority/key-authority.ts';
import { expiryFor, expiryOf } from './life.ts';
import { deleteKey, holdKey, insertKey, isNamed, type KeyRow } from './queries.ts';
import type { WifiKeys } from './wifi-keys.ts';

export interface Owner {
  id: string;
  name: string;
  email: string;
}

interface OwnKey {
  owner: Owner;
  /** What takes its place, or what was there and no longer works. */
  before: KeyRow | undefined;
  /** Whether that may be replaced, decided on the row as it is when the controller has answered. */
  judge: (before: KeyRow | undefined) => Verdict;
  action?: `wifi-key.${string}`;
  actingFor?: string;
  /** What else belongs to the change. */
  alongside?: (unit: UnitOfWork, after: KeyRow) => Promise<void>;
}

/**
 * Makes a person's own key in place of the one they had, which works until the controller has the new one. The
 * controller first: a row without a key there is worse than a key that is deleted again.
 * @returns `null` if the person got a key in the meantime.
 */
export async function makeOwnKey(
  services: WifiKeys,
  { reader, change }: Pick<CallContext, 'reader' | 'change'>,
  { owner, before, judge, action = 'wifi-key.create', actingFor, alongside }: OwnKey,
): Promise<{ row: KeyRow; password: string } | null> {
  const { authority, campus, timeZone } = services;
  const id = uuid();
  const holder: KeyHolder = { userName: owner.email, name: owner.name, email: owner.email };
  const ownExpiry = await expiryFor(reader, owner.id, services);
  let made = await authority.create(holder);
  // Under this address, the controller may have the key to replace, or that of someone who had the address before.
  if (!made.isNew && made.reference !== null && (await isNamed(reader, made.reference)))
    made = await authority.create({ ...holder, userName: userNameOf(id) });
  const { password, sealed, reference } = made;
  const expires_at = ownExpiry(made.expiresAt ?? expiryOf(campus, new Date(), timeZone));
  const fresh = { id, owner_id: owner.id, sealed, reference, expires_at };
  try {
    if (before !== undefined) await authority.remove(before);
    const row = await change(async (unit) => {
      await authority.changed(unit);
      const held = before === undefined ? undefined : await holdKey(unit.transaction, before.id);
      unit.demand(judge(held));
      if (held !== undefined) await deleteKey(unit.transaction, held.id);
      const after = await insertKey(unit.transaction, {
        ...fresh,
        kind: 'own',
        label: '',
        guest_email: null,
      });
      // Rolled back with everything else, including the entry that says so.
      if (after === undefined) throw new AlreadyMade();
      const acting = actingFor === undefined ? {} : { actingFor };
      auditKey(unit, action, { ...(held === undefined ? {} : { before: held }), after, ...acting });
      await alongside?.(unit, after);
      return after;
    });
    return { row, password };
  } catch (error) {
    await takeBack(services, reader, made);
    if (error instanceof AlreadyMade) return null;
    throw error;
  }
}

/** A name for the controller that no one else has, from the key's id. */
export const userNameOf = (id: string) => `quad-${id}`;

/**
 * Removes a key that was created for nothing. One that the controller had before stays; so does one that a row names,
 * since two instances may have gotten the same response, and one for which the database can't say that.
 */
export async function takeBack({ authority, log }: WifiKeys, reader: Reader, made: MadeKey): Promise<void> {
  if (!made.isNew || made.reference === null) return;
  try {
    if (!(await isNamed(reader, made.reference))) await authority.remove(made);
  } catch (failure) {
    log.error(failure, 'An unused Wi-Fi key may have stayed with the controller.');
  }
}

/** Another request created the key that this change was about to create. */
class AlreadyMade extends Error {
  override readonly name = 'AlreadyMade';
}
