import { z } from 'zod';
import { canonicalEmail } from '../../facts/canonical.ts';
import { DirectoryDown, PasswordRefused, type PasswordWriter } from '../password-writer.ts';
import { type GraphSettings, openGraph } from './graph.ts';

export interface EntraWriterSettings extends GraphSettings {
  /** The property that has the college email. */
  emailAttribute: 'mail' | 'userPrincipalName';
}

const user = z.object({
  id: z.string().min(1),
  mail: z.string().nullish(),
  userPrincipalName: z.string(),
  displayName: z.string().nullish(),
  accountEnabled: z.boolean().nullish(),
  onPremisesSyncEnabled: z.boolean().nullish(),
  lastPasswordChangeDateTime: z.string().nullish(),
});
const users = z.object({ value: z.array(user) });
/** What Graph sends for `$select=id`: nothing else. */
const identified = z.object({ value: z.array(user.pick({ id: true })) });
const complaint = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/**
 * Passwords of accounts that exist only in Entra ID, through Microsoft Graph. Its limits, according to the documentation: accounts that
 * are synchronized from Active Directory can't be written as an application, a lockout can't be ended, and only people
 * themselves can change a password with the current one. So none of these are offered here.
 */
export function createEntraWriter(settings: EntraWriterSettings): PasswordWriter {
  const graph = openGraph(settings);
  const read = async <T>(shape: z.ZodType<T>, path: string): Promise<T> => {
    const { status, json } = await graph.ask('GET', path);
    const parsed = shape.safeParse(json);
    if (status !== 200 || !parsed.success) throw new DirectoryDown(`GRAPH_${status}`);
    return parsed.data;
  };
  return {
    async find(email) {
      const { value: found } = await read(users, `/users?${whoHas(email)}`);
      const [one] = found;
      // The password of a synchronized account is kept elsewhere.
      if (one === undefined || found.length > 1 || one.onPremisesSyncEnabled === true) return null;
      const held = await read(
        identified,
        `/users/${encodeURIComponent(one.id)}/transitiveMemberOf/microsoft.graph.directoryRole?$count=true&$select=id`,
      );
      const { mail, userPrincipalName } = one;
      return {
        key: one.id,
        email: canonicalEmail(one[settings.emailAttribute] ?? userPrincipalName),
        addresses: [mail ?? userPrincipalName, userPrincipalName].map(canonicalEmail),
        name: one.displayName ?? '',
        isDisabled: one.accountEnabled !== true,
        isProtected: held.value.length > 0,
        isLocked: null,
        stamp: one.lastPasswordChangeDateTime ?? null,
      };
    },
    async write({ key }, password) {
      const passwordProfile = { password, forceChangePasswordNextSignIn: false };
      const { status, json } = await graph.ask('PATCH', `/users/${encodeURIComponent(key)}`, {
        passwordProfile,
      });
      if (status === 204) return;
      if (status === 400 && isAboutPassword(json))
        throw new PasswordRefused(
          "Microsoft's rules don't allow this password. Mix uppercase and lowercase letters, digits, and symbols, and avoid common words.",
        );
      // Only with 4xx is it certain that nothing was written.
      const isUnanswered = status < 400 || status >= 500;
      throw new DirectoryDown(`GRAPH_${status}`, {
        isUnanswered,
        isRefusal: [400, 401, 403].includes(status),
      });
    },
    check: async () => void (await read(identified, '/users?$top=1&$select=id')),
  };
}

/** What someone typed is within an OData string, where a quotation mark is doubled. */
function whoHas(email: string): URLSearchParams {
  const text = `'${email.replaceAll("'", "''")}'`;
  return new URLSearchParams({
    $filter: `mail eq ${text} or userPrincipalName eq ${text}`,
    $select:
      'id,mail,userPrincipalName,displayName,accountEnabled,onPremisesSyncEnabled,lastPasswordChangeDateTime',
    $top: '2',
  });
}

/** "The specified password does not comply with password complexity requirements." */
function isAboutPassword(json: unknown): boolean {
  const parsed = complaint.safeParse(json);
  return parsed.success && /password/i.test(parsed.data.error.message);
}
