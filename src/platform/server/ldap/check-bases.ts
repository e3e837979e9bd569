import { PresenceFilter } from 'ldapts';
import { LdapFailure } from './ldap-failure.ts';
import type { LdapSession } from './ldap-session.ts';

/** RFC 4511, appendix A.1: also if the account may not see that there is something. */
const noSuchObject = 32;

/**
 * Checks that the service account can read what is at these places.
 * @param bases By the name of the setting.
 * @throws LdapFailure
 */
export async function checkBases(
  session: LdapSession,
  bases: Readonly<Record<string, string>>,
): Promise<void> {
  const filter = new PresenceFilter({ attribute: 'objectClass' });
  for (const [setting, base] of Object.entries(bases)) {
    const found = await session
      .search({ base, scope: 'base', filter, attributes: ['1.1'], most: 1 })
      .catch((error: unknown) => {
        if (error instanceof LdapFailure && error.result === noSuchObject) return [];
        throw error;
      });
    if (found.length === 0)
      throw new LdapFailure('BASE_NOT_FOUND', {
        advice: `The service account finds nothing at ${setting}.`,
      });
  }
}
