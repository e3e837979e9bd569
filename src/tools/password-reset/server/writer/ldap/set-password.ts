import {
  Attribute,
  type BerWriter,
  Change,
  Control,
  PasswordPolicyControl,
  PasswordPolicyError,
} from 'ldapts';
import { LdapFailure, RefusedChange } from '../../../../../platform/server/ldap/ldap-failure.ts';
import type { LdapSession } from '../../../../../platform/server/ldap/ldap-session.ts';
import { DirectoryDown, PasswordRefused } from '../password-writer.ts';
import type { ProfileName } from './profiles.ts';

/**
 * Sets a password as a service account, and lets in an account that was locked by wrong ones.
 * @throws PasswordRefused with the server's complaint, DirectoryDown if it may have been set, LdapFailure or
 *   RefusedChange if it was not
 */
export async function writePassword(
  session: LdapSession,
  profile: ProfileName,
  dn: string,
  password: string,
): Promise<void> {
  if (profile === 'openldap') {
    const policy = new PasswordPolicyControl();
    await orRefused(() => session.setPassword(dn, { fresh: password }, [policy]), policy);
    return clearReset(session, dn);
  }
  const changes = [replace('unicodePwd', [unicodePwd(password)]), replace('lockoutTime', ['0'])];
  await orRefused(() => session.modify(dn, changes, [new PolicyHints()]));
}

/** Changes a password as its owner, who is bound on the connection. @throws as `writePassword` does */
export async function changePassword(
  session: LdapSession,
  profile: ProfileName,
  dn: string,
  { old, fresh }: { old: string; fresh: string },
): Promise<void> {
  if (profile === 'openldap') {
    const policy = new PasswordPolicyControl();
    return orRefused(() => session.setPassword(dn, { old, fresh }, [policy]), policy);
  }
  // [MS-ADTS] section 3.1.1.3.1.5: one delete of the old value and one add of the new are a change by the owner.
  const changes = [
    new Change({
      operation: 'delete',
      modification: new Attribute({ type: 'unicodePwd', values: [unicodePwd(old)] }),
    }),
    new Change({
      operation: 'add',
      modification: new Attribute({ type: 'unicodePwd', values: [unicodePwd(fresh)] }),
    }),
  ];
  await orRefused(() => session.modify(dn, changes));
}

const replace = (type: string, values: string[] | Buffer[]) =>
  new Change({ operation: 'replace', modification: new Attribute({ type, values }) });

/** In quotation marks, UTF-16, little-endian ([MS-ADTS] section 3.1.1.3.1.5). */
function unicodePwd(password: string): Buffer {
  return Buffer.from(`"${password}"`, 'utf16le');
}

/** Asks Active Directory to check the history even when an administrator sets a password; others ignore it. */
class PolicyHints extends Control {
  constructor() {
    super('1.2.840.113556.1.4.2239', { critical: false });
  }

  protected override writeControl(writer: BerWriter): void {
    writer.writeBuffer(Buffer.from([0x30, 0x03, 0x02, 0x01, 0x01]), 4);
  }
}

/** The person has just chosen this password: a policy that requires a different one after a reset must not apply. */
async function clearReset(session: LdapSession, dn: string): Promise<void> {
  try {
    await session.modify(dn, [replace('pwdReset', ['FALSE'])]);
  } catch (error) {
    // A server without the policy has no such attribute, and one that protects it asks the person again.
    if (!(error instanceof LdapFailure || error instanceof RefusedChange)) throw error;
  }
}

const byPolicy: Readonly<Record<number, string>> = {
  [PasswordPolicyError.InsufficientPasswordQuality]: 'The directory asks for a stronger password.',
  [PasswordPolicyError.PasswordTooShort]: 'The directory asks for a longer password.',
  [PasswordPolicyError.PasswordTooYoung]: 'This password was changed too recently. Try again later.',
  [PasswordPolicyError.PasswordInHistory]: 'You have used this password before. Choose another one.',
};

const byActiveDirectory =
  "The directory's rules don't allow this password. Mix uppercase and lowercase letters, digits, and symbols, make it longer, and don't use one that you have had before.";

/** Results from a server that may not know the outcome of a write, such as a proxy whose own server is silent. */
const uncertain: ReadonlySet<number> = new Set([
  3, // time limit exceeded
  11, // administrative limit exceeded
  52, // unavailable
]);

/** From 80 (other) on, a result says nothing certain, or is the library's own. */
function isUnanswered({ result }: LdapFailure): boolean {
  return result === null || result >= 80 || uncertain.has(result);
}

async function orRefused(work: () => Promise<void>, policy?: PasswordPolicyControl): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LdapFailure && isUnanswered(error))
      throw new DirectoryDown(error.code, { cause: error, isUnanswered: true });
    if (!(error instanceof RefusedChange)) throw error;
    const complaint =
      byPolicy[policy?.value?.error ?? -1] ?? (error.data === '0000052D' ? byActiveDirectory : null);
    if (complaint !== null) throw new PasswordRefused(complaint);
    // A constraint violation without a further message is about the password.
    if (policy !== undefined && error.result === 19)
      throw new PasswordRefused("The directory's rules don't allow this password.");
    throw error;
  }
}
