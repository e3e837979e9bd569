import { type Entry, FilterParser } from 'ldapts';
import { textsOf } from '../../../../../platform/server/ldap/attributes.ts';
import { LdapFailure } from '../../../../../platform/server/ldap/ldap-failure.ts';
import type { LdapSession } from '../../../../../platform/server/ldap/ldap-session.ts';
import type { LdapWriterSettings } from './ldap-writer.ts';

/** The attributes of an entry that the account asking may write ([MS-ADTS] 3.1.1.4.5.22). */
const writable = 'allowedAttributesEffective';
/** Some of them may be beyond what was delegated; each list can take some kilobytes. */
const mostAsked = 50;

/**
 * Checks that our account may write `lockoutTime`, without which Active Directory refuses the whole reset. It says nothing
 * about "Reset password", which is no attribute.
 * @throws LdapFailure
 */
export async function checkRights(
  session: LdapSession,
  { peopleBase: base, peopleFilter }: Pick<LdapWriterSettings, 'peopleBase' | 'peopleFilter'>,
): Promise<void> {
  // Administrators are beyond every delegation, and are never reset.
  const filter = FilterParser.parseString(`(&${peopleFilter}(!(adminCount=1)))`);
  // A page, since Samba sends more than the size limit of a search.
  const pages = session.pages({ base, filter, attributes: [writable], pageSize: mostAsked });
  const people: readonly Entry[] = (await pages.next()).value ?? [];
  const may = people.some((entry) =>
    textsOf(entry, writable).some((attribute) => attribute.toLowerCase() === 'lockouttime'),
  );
  if (people.length === 0 || may) return;
  throw new LdapFailure('MAY_NOT_WRITE', {
    advice: `The account may not write lockoutTime of anyone at peopleBase (${people.length} were tried). Delegate "Reset password" and "Write lockoutTime" to it.`,
  });
}
