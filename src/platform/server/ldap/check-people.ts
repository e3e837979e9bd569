import { AndFilter, FilterParser, PresenceFilter } from 'ldapts';
import { LdapFailure } from './ldap-failure.ts';
import type { LdapSession } from './ldap-session.ts';

/**
 * Checks that the service account finds anyone. A server says nothing about an attribute that it doesn't have, or that
 * the account may not read: every search just finds no one, as if people had typed a wrong name.
 * @param attributes What people are found by, all of it
 * @throws LdapFailure
 */
export async function checkPeople(
  session: LdapSession,
  { base, filter, attributes }: { base: string; filter: string; attributes: readonly string[] },
): Promise<void> {
  const present = attributes.map((attribute) => new PresenceFilter({ attribute }));
  const found = await session.search({
    base,
    filter: new AndFilter({ filters: [FilterParser.parseString(filter), ...present] }),
    attributes: ['1.1'],
    most: 1,
  });
  if (found.length > 0) return;
  const what = `The service account finds no one at ${base} who matches ${filter} and has ${attributes.join(' and ')}.`;
  const advice = `${what} Check profile, the filter, the names of the attributes, and whether the account may read them.`;
  throw new LdapFailure('NO_ONE_FOUND', { advice });
}
