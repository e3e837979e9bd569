import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { Refusal } from '../../../../platform/server/refusal/refusal.ts';

/** Where the key of a row is kept. */
export interface KeptKey {
  /** Encrypted by us; `null` where the controller keeps it. */
  sealed: string | null;
  /** The controller's name for it; `null` where we keep it. */
  reference: string | null;
}

/** Whom a key is for. */
export interface KeyHolder {
  /**
   * By which the controller finds it again: an email address, or the id of the key if it is for a device or a guest, or if
   * a key under that address is someone else's or the one to replace.
   */
  userName: string;
  name: string;
  email: string;
}

export interface MadeKey extends KeptKey {
  password: string;
  /** `false` where the controller had it already. */
  isNew: boolean;
  /** When the controller ends it; `null` where that is up to us. */
  expiresAt: Date | null;
}

/**
 * Who makes keys and makes them work. Its calls may take seconds, so they are never made inside a transaction.
 * Each may throw the refusal `controller-down`; then what was asked may have been done or not.
 */
export interface KeyAuthority {
  /**
   * What people type, or `null` if the controller no longer has this key.
   * @throws Refusal `unreadable` if no secret opens it
   */
  read(key: KeptKey): Promise<string | null>;
  /** Makes a key. If the controller has one of this user name that works, that is the key. */
  create(holder: KeyHolder): Promise<MadeKey>;
  /** From now on, the key doesn't work. Also when it is gone already. */
  remove(key: KeptKey): Promise<void>;
  /**
   * Joins each change of keys, for an authority that hands all of them out afterward. Changes wait for each other here, so
   * it comes before the first row is held: after it, one that holds several rows and one that holds a single one would
   * wait for each other without end.
   */
  changed(unit: UnitOfWork): Promise<void>;
}

/** What people type, also `null` where no secret opens the key. */
export async function readIfReadable(authority: KeyAuthority, key: KeptKey): Promise<string | null> {
  try {
    return await authority.read(key);
  } catch (error) {
    if (error instanceof Refusal && error.details.reason === 'unreadable') return null;
    throw error;
  }
}
