import type { Actor } from '../../../platform/server/actor/actor.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Refusal } from '../../../platform/server/refusal/refusal.ts';
import { createWifiKey, deleteWifiKey } from '../contract.ts';
import type { KeyRow } from './queries.ts';

type Lazy = true | (() => Refusal);

/** Whether devices can use it now. */
export function isUsable({ expired, revoked_at }: Pick<KeyRow, 'expired' | 'revoked_at'>): boolean {
  return !expired && revoked_at === null;
}

/** What IT revoked stays revoked until IT allows a new key. Someone who left and is back gets one. */
export function mayMake(before: Pick<KeyRow, 'revoked_why'> | undefined): Lazy {
  if (before?.revoked_why !== 'it') return true;
  return () => refusalOf(createWifiKey, 'revoked');
}

/** The key of another person doesn't exist for anyone else. What IT revoked would be made again. */
export function mayDelete(viewer: Actor, key: Pick<KeyRow, 'owner_id' | 'revoked_why'> | undefined): Lazy {
  if (key === undefined || viewer.kind !== 'person' || key.owner_id !== viewer.id)
    return () => refusalOf(deleteWifiKey, 'no-key');
  if (key.revoked_why === 'it') return () => refusalOf(deleteWifiKey, 'revoked');
  return true;
}
