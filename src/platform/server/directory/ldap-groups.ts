import { type Entry, FilterParser } from 'ldapts';
import { bytesOf, groupKey, textOf } from '../ldap/attributes.ts';
import type { LdapSession } from '../ldap/ldap-session.ts';
import { primaryGroupOf, sidAttribute } from '../ldap/primary-group.ts';
import { allTextsOf } from '../ldap/ranges.ts';
import type { LdapSource } from './ldap-source.ts';

/** What a group is called here, and the groups that it is a member of. */
interface Group {
  name: string | null;
  parents: string[];
}

/** The names of a person's groups: by DN, by account name, and by the number of the primary group. */
type GroupsOf = (person: Entry) => string[];

/**
 * Reads all groups with their members once, and works out who is in which: asking for each of thousands of people
 * would take hours, and servers differ in how they answer for groups within groups.
 * @throws LdapFailure
 */
export async function readMemberships(
  session: LdapSession,
  { base, filter, nameAttribute, names, hasPrimary }: NonNullable<LdapSource['groups']>,
): Promise<GroupsOf> {
  const groups = new Map<string, Group>();
  /** A DN, `uid:` and an account name, or `sid:` and the group's own SID -> the groups that have it as a member. */
  const groupsNaming = new Map<string, string[]>();
  const attributes = [
    nameAttribute,
    'member',
    'uniqueMember',
    'memberUid',
    ...(hasPrimary ? [sidAttribute] : []),
  ];
  const search = { base, filter: FilterParser.parseString(filter), attributes, binary: [sidAttribute] };
  for (const entry of await session.search(search)) {
    const group = groupKey(entry.dn);
    const name = textOf(entry, nameAttribute);
    const known = names === null ? name : (names.get(group) ?? names.get(groupKey(name)) ?? null);
    groups.set(group, { name: known === '' ? null : known, parents: [] });
    for (const member of await membersOf(session, entry)) {
      const naming = groupsNaming.get(member);
      if (naming === undefined) groupsNaming.set(member, [group]);
      else naming.push(group);
    }
  }
  for (const [dn, group] of groups) group.parents = groupsNaming.get(dn) ?? [];
  return (person) => {
    const uid = textOf(person, 'uid').toLowerCase();
    const primary = hasPrimary ? primaryGroupOf(person) : null;
    const keys = [groupKey(person.dn), `uid:${uid}`, sidKey(primary)];
    return namesAbove(
      groups,
      keys.flatMap((key) => groupsNaming.get(key) ?? []),
    );
  };
}

const sidKey = (sid: Buffer | null) => `sid:${sid?.toString('hex') ?? ''}`;

async function membersOf(session: LdapSession, entry: Entry): Promise<string[]> {
  return [
    ...(await allTextsOf(session, entry, 'member')).map(groupKey),
    ...(await allTextsOf(session, entry, 'uniqueMember')).map(groupKey),
    ...(await allTextsOf(session, entry, 'memberUid')).map((uid) => `uid:${uid.toLowerCase()}`),
    ...[bytesOf(entry, sidAttribute)].filter((sid) => sid !== null).map(sidKey),
  ];
}

/** The groups and all that they are in, each visited once: two groups may be members of each other. */
function namesAbove(groups: ReadonlyMap<string, Group>, direct: readonly string[]): string[] {
  const visited = new Set<string>();
  const names = new Set<string>();
  const open = [...direct];
  for (let dn = open.pop(); dn !== undefined; dn = open.pop()) {
    const group = groups.get(dn);
    if (group === undefined || visited.has(dn)) continue;
    visited.add(dn);
    if (group.name !== null) names.add(group.name);
    open.push(...group.parents);
  }
  return [...names];
}
