import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../../harness/program.ts';
import { temporaryFolder } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import { RealSlapd, whyNoSlapd } from '../../src/platform/server/ldap/testing/real-slapd.ts';
import { Skipped } from './row.ts';

export const college = { employees: 3_000, students: 47_000, groups: 30 };
const suffix = 'dc=sawtooth,dc=example';
const service = { dn: `cn=quad,ou=services,${suffix}`, password: 'service password' };
const departments = 60;

const dnOf = (number: number) =>
  `uid=p${number},ou=${number < college.employees ? 'employees' : 'students'},${suffix}`;
export const passwordOf = (number: number) => `password of p${number}`;

/** OpenLDAP with a large college: person 0 is in IT, everyone is in one of the groups. */
export async function startCollegeSlapd() {
  const reason = whyNoSlapd();
  if (reason !== null) throw new Skipped(`There is no OpenLDAP here: ${reason}.`);
  const slapd = new RealSlapd();
  endLater(() => slapd.close());
  await slapd.open([...containers(), ...people(), ...groups()].join('\n'));
  return { slapd, url: `ldap://127.0.0.1:${slapd.port}`, service, dnOf, suffix };
}

function entry(dn: string, lines: readonly string[]): string {
  return `dn: ${dn}\n${lines.join('\n')}\n`;
}

function containers(): string[] {
  const units = ['employees', 'students', 'groups', 'services'].map((ou) =>
    entry(`ou=${ou},${suffix}`, ['objectClass: organizationalUnit', `ou: ${ou}`]),
  );
  const account = ['objectClass: device', 'objectClass: simpleSecurityObject', 'cn: quad'];
  return [
    entry(suffix, ['objectClass: dcObject', 'objectClass: organization', 'o: Sawtooth', 'dc: sawtooth']),
    ...units,
    entry(service.dn, [...account, `userPassword: ${service.password}`]),
  ];
}

const given = ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kit', 'Liv', 'Mae'];
const family = [
  'Adler',
  'Brand',
  'Castle',
  'Dunn',
  'Ellery',
  'Fenn',
  'Grant',
  'Hale',
  'Irwin',
  'Judd',
  'Kerr',
];

function people(): string[] {
  return Array.from({ length: college.employees + college.students }, (_, number) =>
    entry(dnOf(number), [
      'objectClass: inetOrgPerson',
      `uid: p${number}`,
      `employeeNumber: N${number}`,
      `givenName: ${given[number % given.length]}`,
      `sn: ${family[(number * 7) % family.length]}${number}`,
      `cn: Person ${number}`,
      `mail: p${number}@sawtooth.example`,
      `userPassword: ${passwordOf(number)}`,
      `title: Specialist ${number % 90}`,
      `ou: Department ${number % departments}`,
      `telephoneNumber: ${6_000 + (number % 3_000)}`,
    ]),
  );
}

function groups(): string[] {
  const members: string[][] = Array.from({ length: college.groups }, () => []);
  for (let number = 0; number < college.employees + college.students; number += 1)
    members[number % college.groups]?.push(dnOf(number));
  return members.map((dns, at) =>
    entry(`cn=group-${at},ou=groups,${suffix}`, [
      'objectClass: groupOfNames',
      `cn: group-${at}`,
      ...dns.map((dn) => `member: ${dn}`),
    ]),
  );
}

/** A campus folder whose people sign in there, and whose directory is read from there. */
export async function campusOf(url: string): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'campus');
  await cp(path.join(root, 'campus'), folder, { recursive: true });
  const server = { url, profile: 'openldap', bindDn: service.dn };
  const provider = {
    ...server,
    name: 'campus',
    kind: 'ldap',
    title: 'Sawtooth account',
    bindPassword: '$QUAD_LDAP_SECRET',
    peopleBase: suffix,
    groupsBase: `ou=groups,${suffix}`,
    groups: { 'group-0': 'Domain-IT', 'group-1': 'Domain-Staff' },
    directoryKey: 'employeeNumber',
  };
  const file = path.join(folder, 'campus.yaml');
  const campus: Record<string, unknown> = parse(await readFile(file, 'utf8'));
  await writeFile(file, stringify({ ...campus, providers: [provider] }));
  const kinds = ['employee', 'student'].map((kind) => ({ base: `ou=${kind}s,${suffix}`, kind }));
  const ldap = { ...server, people: kinds, groups: { base: `ou=groups,${suffix}` } };
  await writeFile(path.join(folder, 'tools', 'directory.yaml'), stringify({ ldap }));
  return folder;
}

export const secrets = {
  QUAD_LDAP_SECRET: service.password,
  QUAD_DIRECTORY_SECRET: service.password,
  QUAD_DEMO: 'off',
};
