import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import {
  findDemoAccount,
  saveDemoPassword,
} from '../../../../platform/server/sign-in/demo/demo-passwords.ts';
import { DirectoryDown, type PasswordWriter } from './password-writer.ts';

/** Passwords of the demo people, in our own database, so that everything can be tried without a directory server. */
export function createEmbeddedWriter(
  { reader, unaudited }: { reader: Reader; unaudited: Unaudited },
  protectedGroups: readonly string[],
): PasswordWriter {
  return {
    async find(email) {
      const found = await findDemoAccount(reader, email);
      if (found === null) return null;
      return {
        key: found.email,
        email: found.email,
        addresses: [found.email],
        name: found.name,
        isDisabled: found.disabled,
        isProtected: found.groups.some((group) => protectedGroups.includes(group)),
        isLocked: null,
        stamp: found.passwordSetAt?.toISOString() ?? 'never',
      };
    },
    async write({ email }, password) {
      if (!(await saveDemoPassword(unaudited('demo data'), email, password)))
        throw new DirectoryDown('NO_ACCOUNT');
    },
    check: async () => undefined,
  };
}
