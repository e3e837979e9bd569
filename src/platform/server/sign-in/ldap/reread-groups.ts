import { endOf } from '../../ldap/account-state.ts';
import { limitsOfSignIn, withLdap } from '../../ldap/ldap-session.ts';
import type { Reread, RereadRequest } from '../../session/groups-source.ts';
import { findByKey } from './find-person.ts';
import { groupsOf } from './groups-of.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** Asks for a signed-in person's groups again, as the service account. @throws LdapFailure */
export function rereadGroups(settings: LdapSettings, { subject, log }: RereadRequest): Promise<Reread> {
  return withLdap(settings.server, limitsOfSignIn, async (session): Promise<Reread> => {
    const person = await findByKey(settings, session, subject);
    if (typeof person === 'string') return { kind: 'over', finding: person };
    const end = endOf(person.entry);
    if (end !== null) return { kind: 'over', finding: end };
    return { kind: 'known', groups: await groupsOf(settings, session, person, log), state: null };
  });
}
