import type { FastifyBaseLogger } from 'fastify';
import {
  AndFilter,
  type Entry,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  FilterParser,
  OrFilter,
} from 'ldapts';
import { groupKey, textOf } from '../../ldap/attributes.ts';
import type { LdapSession } from '../../ldap/ldap-session.ts';
import { primaryGroupOf, sidAttribute } from '../../ldap/primary-group.ts';
import { translateGroups } from '../groups.ts';
import type { FoundPerson } from './find-person.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** LDAP_MATCHING_RULE_IN_CHAIN: membership through any number of groups ([MS-ADTS] section 3.1.1.3.4.4.3). */
const inChain = '1.2.840.113556.1.4.1941';
/** Groups within groups within groups; a circle ends earlier, because each group is visited once. */
const deepest = 10;
/** Members of a level that one search asks about. */
const atOnce = 50;

interface Group {
  dn: string;
  name: string;
}

/**
 * The groups of a person in our names, those through other groups as well.
 * @throws LdapFailure
 */
export async function groupsOf(
  settings: LdapSettings,
  session: LdapSession,
  person: FoundPerson,
  log: FastifyBaseLogger,
): Promise<string[]> {
  const found = settings.resolvesNestedGroups
    ? await resolve(settings, session, person)
    : await walk(settings, session, person);
  const asserted = found.map(({ dn, name }) => {
    const byDn = groupKey(dn);
    return settings.groups.has(byDn) ? byDn : groupKey(name);
  });
  return translateGroups(asserted, settings, log);
}

/** The server goes through groups within groups, also those that the primary group is in. */
async function resolve(
  settings: LdapSettings,
  session: LdapSession,
  { dn, entry }: FoundPerson,
): Promise<Group[]> {
  const value = settings.hasPrimaryGroups ? primaryGroupOf(entry) : null;
  const primary =
    value === null
      ? []
      : await search(settings, session, new EqualityFilter({ attribute: sidAttribute, value }));
  const filters = [dn, ...primary.map((group) => group.dn)].map(
    (member) => new ExtensibleFilter({ rule: inChain, matchType: 'member', value: member }),
  );
  return [...primary, ...(await search(settings, session, new OrFilter({ filters })))];
}

/** Level by level, for servers that only know direct members. */
async function walk(
  settings: LdapSettings,
  session: LdapSession,
  { dn, entry }: FoundPerson,
): Promise<Group[]> {
  const visited = new Map<string, Group>();
  const uid = textOf(entry, 'uid');
  let members: Filter[] = [
    ...memberFilters(dn),
    ...(uid === '' ? [] : [new EqualityFilter({ attribute: 'memberUid', value: uid })]),
  ];
  for (let depth = 0; depth < deepest && members.length > 0; depth += 1) {
    const fresh: Group[] = [];
    for (let start = 0; start < members.length; start += atOnce) {
      const filters = members.slice(start, start + atOnce);
      for (const group of await search(settings, session, new OrFilter({ filters }))) {
        if (visited.has(group.dn)) continue;
        visited.set(group.dn, group);
        fresh.push(group);
      }
    }
    members = fresh.flatMap((group) => memberFilters(group.dn));
  }
  return [...visited.values()];
}

function memberFilters(dn: string): EqualityFilter[] {
  return ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value: dn }));
}

async function search(settings: LdapSettings, session: LdapSession, which: Filter): Promise<Group[]> {
  const { groupName } = settings.attributes;
  const groups = FilterParser.parseString(settings.groupsFilter);
  const found = await session.search({
    base: settings.groupsBase,
    filter: new AndFilter({ filters: [groups, which] }),
    attributes: [groupName],
  });
  return found.map((entry: Entry) => ({ dn: entry.dn, name: textOf(entry, groupName) }));
}
