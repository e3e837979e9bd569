import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import { readWifiKey } from '../../contract.ts';
import { newWifiKey } from '../new-key.ts';
import type { KeyAuthority } from './key-authority.ts';

const purpose = 'wifi-key';

/** Keeps the keys itself, encrypted, in the rows of our database. */
export function createEmbeddedAuthority(
  secrets: Secrets,
  changed: (unit: UnitOfWork) => Promise<void> = async () => undefined,
): KeyAuthority {
  return {
    async read({ sealed }) {
      if (sealed === null) return null;
      const password = openKey(secrets, sealed);
      // The secret may be wrong, and the key is still in use: no one's key is replaced because of that.
      if (password === null) throw refusalOf(readWifiKey, 'unreadable');
      return password;
    },
    async create() {
      const password = newWifiKey();
      const sealed = sealKey(secrets, password);
      return { password, isNew: true, sealed, reference: null, expiresAt: null };
    },
    // The row is all there is, and the operation ends it.
    remove: async () => undefined,
    changed,
  };
}

/** The key as a row keeps it. */
export function sealKey(secrets: Secrets, password: string): string {
  return secrets.encrypt(purpose, password);
}

/** The key that a row keeps; `null` if the secret that it was encrypted with is gone. */
export function openKey(secrets: Secrets, sealed: string): string | null {
  try {
    return secrets.decrypt(purpose, sealed);
  } catch {
    return null;
  }
}
