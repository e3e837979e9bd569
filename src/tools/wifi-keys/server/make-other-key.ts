import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { auditKey } from './audit.ts';
import { type Owner, takeBack, userNameOf } from './make-key.ts';
import { findOwn, insertKey, type KeyRow, selectOthers } from './queries.ts';
import { mayMake } from './rules.ts';
import type { WifiKeys } from './wifi-keys.ts';

interface OtherKey {
  kind: 'device' | 'guest';
  owner: Owner;
  label: string;
  guestEmail: string | null;
  /** Unless the controller ends it earlier. */
  expiresAt: Date;
  /** Whether there may be one more besides those that work. */
  judge: (working: readonly KeyRow[]) => Verdict;
  alongside?: (unit: UnitOfWork, after: KeyRow) => Promise<void>;
}

/** Makes a key for a device or a guest. Everything is checked again at a point where no other request by this person can intervene. */
export async function makeOtherKey(
  services: WifiKeys,
  { reader, change }: Pick<CallContext, 'reader' | 'change'>,
  { kind, owner, label, guestEmail, expiresAt, judge, alongside }: OtherKey,
): Promise<{ row: KeyRow; password: string }> {
  const { authority } = services;
  const id = uuid();
  const email = guestEmail ?? owner.email;
  const made = await authority.create({ userName: userNameOf(id), name: userNameOf(id), email });
  const { password, sealed, reference } = made;
  const ends = made.expiresAt !== null && made.expiresAt < expiresAt ? made.expiresAt : expiresAt;
  try {
    const row = await change(async (unit) => {
      await authority.changed(unit);
      await lockByName(unit.transaction, `wifi-keys.${owner.id}`);
      unit.demand(mayMake(await findOwn(unit.transaction, owner.id)));
      const others = await selectOthers(unit.transaction, owner.id, kind);
      unit.demand(judge(others.filter(({ expired, revoked_at }) => !expired && revoked_at === null)));
      const after = await insertKey(unit.transaction, {
        id,
        owner_id: owner.id,
        kind,
        label,
        guest_email: guestEmail,
        folded: foldCase(`${label}\n${guestEmail ?? ''}`),
        sealed,
        reference,
        expires_at: ends,
      });
      if (after === undefined) throw new Error("Only a person's own key can exist already.");
      auditKey(unit, `wifi-key.add-${kind}`, { after });
      await alongside?.(unit, after);
      return after;
    });
    return { row, password };
  } catch (error) {
    await takeBack(services, reader, made);
    throw error;
  }
}
