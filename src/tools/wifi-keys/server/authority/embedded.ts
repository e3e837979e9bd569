import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import { newWifiKey } from '../new-key.ts';
import type { KeyAuthority } from './key-authority.ts';

const purpose = 'wifi-key';

/** Keeps the keys itself, encrypted, in the rows of our database. */
export function createEmbeddedAuthority(
  secrets: Secrets,
  changed: (unit: UnitOfWork) => Promise<void> = async () => undefined,
): KeyAuthority {
  return {
    read: async ({ sealed }) => (sealed === null ? null : openKey(secrets, sealed)),
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

/** The key that a row keeps; `null` when the secret that it was encrypted with is gone. */
export function openKey(secrets: Secrets, sealed: string): string | null {
  try {
    return secrets.decrypt(purpose, sealed);
  } catch {
    return null;
  }
}
