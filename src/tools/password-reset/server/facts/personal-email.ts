import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';

const purpose = 'password reset personal email';

/** Encrypted and not hashed, because we have to write to it. */
export function sealPersonalEmail(secrets: Secrets, address: string): string {
  return secrets.encrypt(purpose, address);
}

/** Also `null` if the secret that it was encrypted with is gone: the same as one that is not on record. */
export function openPersonalEmail(secrets: Secrets, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return secrets.decrypt(purpose, sealed);
  } catch {
    return null;
  }
}
