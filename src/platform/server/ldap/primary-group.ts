import type { Entry } from 'ldapts';
import { bytesOf, textOf } from './attributes.ts';

/** What a person is asked for, to find their primary group. */
export const primaryGroupAttributes = ['primaryGroupID', 'objectSid'] as const;
/** What a group is found by; these are bytes. */
export const sidAttribute = 'objectSid';

/**
 * The SID of a person's primary group in Active Directory, which has the person neither among its members nor in their
 * `memberOf`: that of the person with the group's number at its end ([MS-ADTS] section 3.1.1.1.6, [MS-DTYP] 2.4.2.2).
 */
export function primaryGroupOf(entry: Entry): Buffer | null {
  const own = bytesOf(entry, sidAttribute);
  const number = Number(textOf(entry, 'primaryGroupID'));
  // Eight bytes name the authority, and each number after them has four.
  if (own === null || own.length < 12 || !Number.isInteger(number) || number <= 0) return null;
  const group = Buffer.from(own);
  group.writeUInt32LE(number, group.length - 4);
  return group;
}
