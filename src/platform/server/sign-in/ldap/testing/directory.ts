import type { ScriptedServer } from '../../../ldap/testing/scripted-server.ts';

export const service = { dn: 'cn=quad,ou=services,dc=sawtooth,dc=example', password: 'service password' };
export const people = 'ou=people,dc=sawtooth,dc=example';
export const groups = 'ou=groups,dc=sawtooth,dc=example';
export const password = 'Correct-Horse-9';

export type Flavor = 'active-directory' | 'openldap';

/** Ida, and groups within groups: she is a member of `inner`, which is one of `Domain-IT`, and of `staff`. */
export function fillDirectory(server: ScriptedServer, flavor: Flavor): { dn: string } {
  server.passwords.set(service.dn, service.password);
  server.add(people, { ou: ['people'] });
  server.add(groups, { ou: ['groups'] });
  const dn = `cn=Ida Lorne,${people}`;
  server.add(dn, { ...personOf(flavor, 'ida', 'Ida', 'Lorne', 1) }, password);
  const inner = `cn=Inner \\, circle,${groups}`;
  addGroup(server, flavor, inner, 'inner', [dn]);
  addGroup(server, flavor, `cn=Domain-IT,${groups}`, 'Domain-IT', [inner]);
  addGroup(server, flavor, `cn=staff,${groups}`, 'staff', [dn]);
  addGroup(server, flavor, `cn=chess,${groups}`, 'chess', [dn, `cn=Domain-IT,${groups}`]);
  // A circle: each is a member of the other.
  addGroup(server, flavor, `cn=loop,${groups}`, 'loop', [`cn=chess,${groups}`]);
  server.change(`cn=chess,${groups}`, { member: [dn, `cn=loop,${groups}`] });
  return { dn };
}

export function personOf(
  flavor: Flavor,
  name: string,
  givenName: string,
  familyName: string,
  number: number,
) {
  const email = `${name}@sawtooth.example`;
  const common = { givenName: [givenName], sn: [familyName], mail: [email] };
  if (flavor === 'openldap')
    return {
      ...common,
      objectClass: ['inetOrgPerson'],
      uid: [name],
      cn: [`${givenName} ${familyName}`],
      entryUUID: [`0e984725-c51c-4bf4-9960-e1c80e27aba${number}`],
    };
  return {
    ...common,
    objectClass: ['user'],
    objectCategory: ['person'],
    sAMAccountName: [name],
    userPrincipalName: [email],
    displayName: [`${givenName} ${familyName}`],
    // Has bytes that are no text, and ones that mean something in a filter.
    objectGUID: [Buffer.from([0x28, 0x29, 0x2a, 0x5c, 0, 0xff, 0x80, 0xfe, 1, 2, 3, 4, 5, 6, 7, number])],
    userAccountControl: ['512'],
    accountExpires: ['9223372036854775807'],
  };
}

function addGroup(server: ScriptedServer, flavor: Flavor, dn: string, name: string, member: string[]): void {
  const kind = flavor === 'openldap' ? { objectClass: ['groupOfNames'] } : { objectClass: ['group'] };
  const named = flavor === 'openldap' ? { cn: [name] } : { cn: [`The ${name}`], sAMAccountName: [name] };
  server.add(dn, { ...kind, ...named, member });
}

/** An entry of `campus.yaml` for a server of a test. */
export function directoryEntry(
  port: number,
  flavor: Flavor,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name: 'campus',
    kind: 'ldap',
    title: 'Sawtooth account',
    profile: flavor,
    url: `ldap://127.0.0.1:${port}`,
    bindDn: service.dn,
    bindPassword: '$TEST_LDAP_SECRET',
    peopleBase: people,
    groupsBase: groups,
    // One by its name, in other letters, and one by its DN, spaced and spelled in another way.
    groups: { 'DOMAIN-it': 'Domain-IT', [`CN=Staff, ${groups}`]: 'Domain-Staff' },
    ...changes,
  };
}
