import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { Refusal } from '../../../../platform/server/refusal/refusal.ts';

/** Where the key of a row is kept. */
export interface KeptKey {
  /** Encrypted by us; `null` if the controller keeps it. */
  sealed: string | null;
  /** The controller's name for it; `null` if we keep it. */
  reference: string | null;
}

/** Who a key is for. */
export interface KeyHolder {
  /**
   * What the controller finds it by: an email address, or the id of the key if it is for a device or a guest, or if
   * a key under that address is someone else's or the one to replace.
   */
  userName: string;
  name: string;
  email: string;
}

export interface MadeKey extends KeptKey {
  password: string;
  /** `false` if the controller already had it. */
  isNew: boolean;
  /** When the controller ends it; `null` if that is up to us. */
  expiresAt: Date | null;
}

/**
 * Who makes keys and makes them work. Its calls may take seconds, so they are never made inside a transaction.
 * Each may throw the refusal `controller-down`; then what was requested may or may not have been done.
 */
export interface KeyAuthority {
  /**
   * What people type, or `null` if the controller no longer has this key.
   * @throws Refusal `unreadable` if no secret opens it
   */
  read(key: KeptKey): Promise<string | null>;
  /** Makes a key. If the controller has one of this user name that works, that is the key. */
  create(holder: KeyHolder): Promise<MadeKey>;
  /** From now on, the key doesn't work. Even if it is already gone. */
  remove(key: KeptKey): Promise<void>;
  /**
   * Joins each change to keys, for an authority that then hands all of them out. Changes wait for each other here, so
   * it comes before the first row is locked: after it, one that locks several rows and one that locks a single one
   * would deadlock.
   */
  changed(unit: UnitOfWork): Promise<void>;
}

/** What people type; also `null` if no secret opens the key. */
export async function readIfReadable(authority: KeyAuthority, key: KeptKey): Promise<string | null> {
  try {
    return await authority.read(key);
  } catch (error) {
    if (error instanceof Refusal && error.details.reason === 'unreadable') return null;
    throw error;
  }
}
