import { AndFilter, EqualityFilter, FilterParser, OrFilter } from 'ldapts';
import { groupKey, textsOf } from './attributes.ts';
import { LdapFailure } from './ldap-failure.ts';
import type { LdapSession, Search } from './ldap-session.ts';

/** RFC 4511, appendix A.1: there is no such entry, and a DN that can't be one. */
const nowhere: ReadonlySet<number | null> = new Set([32, 34]);

/**
 * Checks that the server has the groups that the settings name: a misspelled one gives no one anything, and nothing else
 * says so.
 * @param names As in `groupKey`: names, and DNs below the base
 * @throws LdapFailure
 */
export async function checkGroups(
  session: LdapSession,
  { base, filter: written, nameAttribute }: { base: string; filter: string; nameAttribute: string },
  names: readonly string[],
): Promise<void> {
  const filter = FilterParser.parseString(written);
  const isDn = (name: string) => name.includes('=');
  const found = new Set<string>();
  const plain = names.filter((name) => !isDn(name));
  if (plain.length > 0) {
    const filters = plain.map((value) => new EqualityFilter({ attribute: nameAttribute, value }));
    const which = new AndFilter({ filters: [filter, new OrFilter({ filters })] });
    for (const entry of await session.search({ base, filter: which, attributes: [nameAttribute] }))
      for (const name of textsOf(entry, nameAttribute)) found.add(groupKey(name));
  }
  for (const dn of names.filter((name) => isDn(name) && name.endsWith(groupKey(base)))) {
    const search: Search = { base: dn, scope: 'base', filter, attributes: ['1.1'], most: 1 };
    const entries = await session.search(search).catch((error: unknown) => {
      if (error instanceof LdapFailure && nowhere.has(error.result)) return [];
      throw error;
    });
    if (entries.length > 0) found.add(dn);
  }
  const missing = names.filter((name) => !found.has(name));
  if (missing.length === 0) return;
  const what = `The service account finds no group called ${missing.map((name) => `"${name}"`).join(', ')} at ${base}.`;
  throw new LdapFailure('GROUP_NOT_FOUND', {
    advice: `${what} Check the names, and whether the account may read them.`,
  });
}
