import type { Entry } from 'ldapts';
import { textOf } from './attributes.ts';

/** `userAccountControl`, ACCOUNTDISABLE. */
const disabledBit = 0x2;
/** `accountExpires` counts tenths of microseconds since 1601; both of these mean never. */
const neverExpires = new Set(['', '0', '9223372036854775807']);
const millisecondsTo1970 = 11_644_473_600_000n;
/** `pwdAccountLockedTime` of an account that an administrator has locked for good (draft-behera-ldap-password-policy-11). */
const lockedForGood = '000001010000Z';

/**
 * Why the directory no longer vouches for an account; `null` while it does. A lockout after wrong passwords
 * is not a reason: anyone could end someone else's session that way.
 */
export function endOf(entry: Entry): 'disabled' | 'account-expired' | null {
  if ((Number(textOf(entry, 'userAccountControl')) & disabledBit) !== 0) return 'disabled';
  if (textOf(entry, 'pwdAccountLockedTime') === lockedForGood) return 'disabled';
  return hasExpired(textOf(entry, 'accountExpires')) ? 'account-expired' : null;
}

function hasExpired(written: string): boolean {
  if (neverExpires.has(written) || !/^\d{1,19}$/.test(written)) return false;
  return BigInt(written) / 10_000n - millisecondsTo1970 < BigInt(Date.now());
}
