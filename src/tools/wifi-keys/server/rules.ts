import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden, type Refusal } from '../../../platform/server/refusal/refusal.ts';
import {
  addDeviceKey,
  addGuest,
  allowWifiKey,
  createWifiKey,
  deleteWifiKey,
  endGuest,
  type KeyEntry,
  replaceWifiKey,
  revokeWifiKey,
} from '../contract.ts';
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

/** Someone else's first key. What IT revoked is allowed again in its own way. */
export function mayMakeFor(viewer: Actor, before: Pick<KeyRow, 'revoked_why'> | undefined): Verdict {
  if (!mayCall(viewer, replaceWifiKey)) return forbidden;
  return before?.revoked_why === 'it' ? () => refusalOf(createWifiKey, 'revoked-for-them') : true;
}

/** Another person's key doesn't exist for anyone else. What IT revoked would be re-created. */
export function mayDelete(
  viewer: Actor,
  key: Pick<KeyRow, 'owner_id' | 'kind' | 'revoked_why'> | undefined,
): Lazy {
  if (key === undefined || viewer.kind !== 'person' || key.owner_id !== viewer.id || key.kind === 'guest')
    return () => refusalOf(deleteWifiKey, 'no-key');
  if (key.revoked_why === 'it') return () => refusalOf(deleteWifiKey, 'revoked');
  return true;
}

export function stateOf(key: Pick<KeyRow, 'expired' | 'revoked_at'>): KeyEntry['state'] {
  if (key.revoked_at !== null) return 'revoked';
  return key.expired ? 'expired' : 'active';
}

export const changedSince = () => refusalOf(revokeWifiKey, 'changed-since');

/** Someone's own key that works. Devices and guests get another one without IT. */
export function mayReplace(
  viewer: Actor,
  key: Pick<KeyRow, 'kind' | 'expired' | 'revoked_at'> | undefined,
): Verdict {
  if (!mayCall(viewer, replaceWifiKey)) return forbidden;
  return key?.kind === 'own' && isUsable(key) ? true : changedSince;
}

/** Also someone's own expired key: it keeps them from getting the next one. */
export function mayRevoke(viewer: Actor, key: Pick<KeyRow, 'kind' | 'expired' | 'revoked_at'>): Verdict {
  if (!mayCall(viewer, revokeWifiKey)) return forbidden;
  return isUsable(key) || (key.kind === 'own' && key.revoked_at === null) ? true : changedSince;
}

/** Only what IT revoked needs it. */
export function mayAllow(viewer: Actor, key: Pick<KeyRow, 'kind' | 'revoked_why'>): Verdict {
  if (!mayCall(viewer, allowWifiKey)) return forbidden;
  return key.kind === 'own' && key.revoked_why === 'it' ? true : changedSince;
}

/** What IT revoked stays, since it keeps its owner from getting another one. */
export function isForgettable({ kind, revoked_why }: Pick<KeyRow, 'kind' | 'revoked_why'>): boolean {
  return !(kind === 'own' && revoked_why === 'it');
}

/** One more key for a device, besides those that work. Two with one label could not be told apart. */
export function mayAddDevice(
  working: readonly Pick<KeyRow, 'label'>[],
  { label, most }: { label: string; most: number },
): Verdict {
  if (working.some((one) => one.label.toLowerCase() === label.toLowerCase())) {
    const { detail } = addDeviceKey.refusals['known-device'];
    return () => refusalOf(addDeviceKey, 'known-device', { fields: { label: detail } });
  }
  return working.length < most ? true : () => refusalOf(addDeviceKey, 'too-many-keys');
}

/** One more guest, besides those whose keys work. */
export function mayAddGuest(
  working: readonly Pick<KeyRow, 'guest_email'>[],
  { email, most }: { email: string; most: number },
): Verdict {
  const isKnown = working.some(({ guest_email }) => guest_email?.toLowerCase() === email.toLowerCase());
  if (isKnown) {
    const { detail } = addGuest.refusals['known-guest'];
    return () => refusalOf(addGuest, 'known-guest', { fields: { email: detail } });
  }
  return working.length < most ? true : () => refusalOf(addGuest, 'too-many-guests');
}

/** A person's own guest whose key works; those of others don't exist. */
export function mayEndGuest(
  viewer: Actor,
  key: Pick<KeyRow, 'owner_id' | 'kind' | 'expired' | 'revoked_at'> | undefined,
): Verdict {
  if (!mayCall(viewer, endGuest)) return forbidden;
  const isOwn = key !== undefined && viewer.kind === 'person' && key.owner_id === viewer.id;
  return isOwn && key.kind === 'guest' && isUsable(key) ? true : () => refusalOf(endGuest, 'no-key');
}
