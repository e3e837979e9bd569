import { type Entry, PresenceFilter } from 'ldapts';
import { textsOf } from './attributes.ts';
import type { LdapSession } from './ldap-session.ts';

/** More parts than the largest group has, in case a server always announces another one. */
const mostParts = 1_000;

/**
 * All text values of an attribute. Active Directory sends a long one in parts: it leaves the attribute itself empty, and
 * names the part in an option, `member;range=0-1499`; the last one ends with `*` ([MS-ADTS] section 3.1.1.3.1.3.3).
 * @throws LdapFailure
 */
export async function allTextsOf(session: LdapSession, entry: Entry, attribute: string): Promise<string[]> {
  const values = textsOf(entry, attribute);
  let holder: Entry | undefined = entry;
  for (let parts = 0; holder !== undefined && parts < mostParts; parts += 1) {
    const part = partIn(holder, attribute);
    if (part === null) return values;
    values.push(...textsOf(holder, part.name));
    if (part.next === null) return values;
    [holder] = await session.search({
      base: entry.dn,
      scope: 'base',
      filter: new PresenceFilter({ attribute: 'objectClass' }),
      attributes: [`${attribute};range=${part.next}-*`],
      most: 1,
    });
  }
  return values;
}

/** The part that an entry has: what it is called there, and where the next one begins. */
function partIn(entry: Entry, attribute: string): { name: string; next: number | null } | null {
  const start = `${attribute.toLowerCase()};range=`;
  const name = Object.keys(entry).find(
    (key) => key.toLowerCase().startsWith(start) && textsOf(entry, key).length > 0,
  );
  const end = name === undefined ? undefined : /-(\d+|\*)$/.exec(name)?.[1];
  if (name === undefined || end === undefined) return null;
  return { name, next: end === '*' ? null : Number(end) + 1 };
}
