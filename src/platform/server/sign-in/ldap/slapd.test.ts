import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLdapPeople } from '../../directory/ldap-source.ts';
import { kinds } from '../../ldap/kinds.ts';
import { RealSlapd, whyNoSlapd } from '../../ldap/testing/real-slapd.ts';
import { TestClient } from '../../testing/test-client.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { openPortalWith } from '../testing/open-portal.ts';
import { directoryEntry, groups, people, service } from './testing/directory.ts';

const reason = whyNoSlapd();

/** More than one page, and more than the server gives to anyone who is not allowed to ask for more. */
const crowd = 1_200;
const suffix = 'dc=sawtooth,dc=example';
const entry = (dn: string, ...lines: string[]) => `dn: ${dn}\n${lines.join('\n')}\n`;
const person = (uid: string, number: number) =>
  entry(
    `uid=${uid},${people}`,
    'objectClass: inetOrgPerson',
    `uid: ${uid}`,
    `cn: ${uid} Lorne`,
    `givenName: ${uid}`,
    'sn: Lorne',
    `mail: ${uid}@sawtooth.example`,
    `employeeNumber: E${number}`,
    `userPassword: ${uid} password`,
  );
const group = (cn: string, ...members: string[]) =>
  entry(
    `cn=${cn},${groups}`,
    'objectClass: groupOfNames',
    `cn: ${cn}`,
    ...members.map((dn) => `member: ${dn}`),
  );

const ldif = [
  entry(suffix, 'objectClass: dcObject', 'objectClass: organization', 'o: Sawtooth', 'dc: sawtooth'),
  ...['people', 'groups', 'services'].map((ou) =>
    entry(`ou=${ou},${suffix}`, 'objectClass: organizationalUnit', `ou: ${ou}`),
  ),
  entry(
    service.dn,
    'objectClass: device',
    'objectClass: simpleSecurityObject',
    'cn: quad',
    `userPassword: ${service.password}`,
  ),
  entry(
    `cn=policy,${suffix}`,
    'objectClass: device',
    'objectClass: pwdPolicy',
    'cn: policy',
    'pwdAttribute: userPassword',
    'pwdLockout: TRUE',
    'pwdMaxFailure: 10',
    'pwdMustChange: TRUE',
  ),
  ...['ida', 'lock', 'must'].map(person),
  ...Array.from({ length: crowd }, (_, index) => person(`p${index}`, 100 + index)),
  group('inner', `uid=ida,${people}`),
  group('Domain-IT', `cn=inner,${groups}`),
  group('staff', `uid=ida,${people}`, `uid=lock,${people}`),
].join('\n');

describe.skipIf(reason !== null)(
  `signing in with OpenLDAP${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    const slapd = new RealSlapd();
    const logLines: Record<string, unknown>[] = [];
    let portal: TestServer;

    beforeAll(async () => {
      await slapd.open(ldif);
      const { ca } = slapd;
      const at = (name: string, changes: Record<string, unknown>) =>
        directoryEntry(0, 'openldap', { name, ca, ...changes });
      portal = await openPortalWith(
        [
          at('campus', { url: `ldaps://localhost:${slapd.securePort}` }),
          at('upgraded', { url: `ldap://localhost:${slapd.port}`, startTls: true }),
        ],
        { logLines, variables: { TEST_LDAP_SECRET: service.password } },
      );
    });
    afterAll(async () => {
      await portal?.stop();
      await slapd.close();
    });

    const signIn = async (username: string, password = `${username} password`, provider = 'campus') => {
      logLines.length = 0;
      const client = new TestClient(portal.quad.app);
      const answer = await client.fetch('POST', `/api/auth/providers/${provider}/login`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username, password }).toString(),
      });
      const refused = logLines.find(({ msg }) => msg === 'sign-in refused');
      return { client, status: answer.status, finding: refused?.finding };
    };
    const groupsOf = async (client: TestClient) =>
      ((await client.fetch('GET', '/api/auth/account')).body as { groups: string[] }).groups;

    it('works by LDAPS and by StartTLS, with groups within groups, and leaving one takes it away', async () => {
      const { client, status } = await signIn('ida');
      expect([status, await groupsOf(client)]).toEqual([303, ['Domain-IT', 'Domain-Staff']]);
      slapd.modify(
        `dn: cn=Domain-IT,${groups}\nchangetype: modify\nreplace: member\nmember: ${service.dn}\n`,
      );
      await sql`update sessions set groups_read_at = groups_read_at - interval '16 minutes',
      groups_tried_at = groups_tried_at - interval '16 minutes'`.execute(portal.database.database);
      expect(await groupsOf(client)).toEqual(['Domain-Staff']);
      expect((await signIn('p1', 'p1 password', 'upgraded')).status).toBe(303);
    });

    it('distinguishes in the log what is wrong', async () => {
      slapd.modify(
        `dn: uid=lock,${people}\nchangetype: modify\nadd: pwdAccountLockedTime\npwdAccountLockedTime: 000001010000Z\n\ndn: uid=must,${people}\nchangetype: modify\nadd: pwdReset\npwdReset: TRUE\n`,
      );
      expect(await signIn('ida', 'wrong')).toMatchObject({ status: 403, finding: 'password' });
      expect(await signIn('lock')).toMatchObject({ status: 403, finding: 'locked' });
      expect(await signIn('must')).toMatchObject({ status: 403, finding: 'must-change' });
      expect(await signIn('nobody')).toMatchObject({ status: 403, finding: 'unknown' });
      expect(await signIn('*)(uid=*))(|(uid=*')).toMatchObject({ status: 403, finding: 'unknown' });
      expect((await signIn('ida', '')).status).toBe(400);
    });

    it('reads everyone for the directory, page by page', async () => {
      const { records } = await readLdapPeople({
        name: 'ldap',
        server: {
          urls: [`ldap://127.0.0.1:${slapd.port}`],
          startTls: false,
          ca: undefined,
          bindDn: service.dn,
          bindPassword: service.password,
        },
        people: [{ base: people, filter: kinds.openldap.peopleFilter, kind: 'employee' }],
        attributes: { key: 'employeeNumber', familyName: 'sn', email: 'mail' },
        domains: ['sawtooth.example'],
        groups: {
          base: groups,
          filter: kinds.openldap.groupsFilter,
          nameAttribute: 'cn',
          names: null,
          giveAccess: false,
          hasPrimary: false,
        },
        stateAttributes: [...kinds.openldap.stateAttributes],
      });
      // The account that was locked for good is left out.
      expect(records).toHaveLength(crowd + 2);
      expect(records.find(({ key }) => key === 'E0')?.groups.toSorted()).toEqual(['inner', 'staff']);
    });
  },
);
