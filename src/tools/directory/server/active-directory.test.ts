import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readRecords } from '../../../platform/server/directory/read-records.ts';
import { applyRun, holdRun, takeReading } from '../../../platform/server/directory/runs.ts';
import { RealSamba, whyNoSamba } from '../../../platform/server/ldap/testing/real-samba.ts';
import { openPortalWith } from '../../../platform/server/sign-in/testing/open-portal.ts';
import { TestClient } from '../../../platform/server/testing/test-client.ts';
import type { TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directorySettings } from '../settings.ts';
import { directoryServer } from './index.ts';
import { toLdapSource } from './ldap-defaults.ts';
import { createLdapSync } from './ldap-sync-job.ts';
import { changeAsSync } from './sync-run.ts';

const reason = whyNoSamba();
const password = (name: string) => `The-Password-Of-${name}-1`;
/** How Active Directory writes an instant: tenths of microseconds since 1601. */
const fileTime = (date: string) => String((BigInt(Date.parse(date)) + 11_644_473_600_000n) * 10_000n);

describe.skipIf(reason !== null)(
  `Active Directory, by Samba${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    const samba = new RealSamba();
    const logLines: Record<string, unknown>[] = [];
    const service = { dn: '', password: password('quad') };
    let portal: TestServer;
    let staff = '';
    /** Ida is in the first one, the first one in the second, the second one in IT-Admins. */
    let nested: string[] = [];

    beforeAll(async () => {
      await samba.open();
      // The portal lets four failures through; the domain locks an account after five.
      await samba.change(samba.base, { lockoutThreshold: '5' });
      service.dn = await samba.addUser('quad', service.password);
      staff = await samba.addUnit('Staff');
      const ida = await add('ida', { title: 'Registrar', department: 'Registrar', telephoneNumber: '5101' });
      await add('off', { userAccountControl: '514' });
      await add('gone', { accountExpires: fileTime('2020-01-01') });
      await add('must', { pwdLastSet: '0' });
      for (const name of ['locked', 'guessed', 'zoe']) await add(name);
      const first = await samba.addGroup('Registrars', [ida]);
      const second = await samba.addGroup('Offices', [first]);
      nested = [first, second, await samba.addGroup('IT-Admins', [second])];
      await samba.addGroup('Campus', [`CN=Domain Users,${samba.people}`]);
      const entry = {
        kind: 'ldap',
        title: 'Sawtooth account',
        profile: 'active-directory',
        ca: samba.ca,
        bindDn: service.dn,
        bindPassword: '$TEST_LDAP_SECRET',
        peopleBase: samba.base,
        groupsBase: samba.base,
        groups: { 'IT-Admins': 'Domain-IT', 'Domain Users': 'Domain-Staff', Campus: 'Domain-Faculty' },
      };
      portal = await openPortalWith(
        [
          { ...entry, name: 'campus', url: samba.url },
          { ...entry, name: 'upgraded', url: samba.plainUrl, startTls: true },
        ],
        { tools: [directoryServer], logLines, variables: { TEST_LDAP_SECRET: service.password } },
      );
    }, 120_000);
    afterAll(async () => {
      await portal?.stop();
      await samba.close();
    });

    const add = (name: string, values: Record<string, string> = {}, secret: string | null = password(name)) =>
      samba.addUser(
        name,
        secret,
        {
          givenName: name,
          sn: 'Lorne',
          employeeID: `E-${name}`,
          mail: `${name}@sawtooth.example`,
          ...values,
        },
        staff,
      );
    const signIn = async (username: string, typed = password(username), provider = 'campus') => {
      logLines.length = 0;
      const client = new TestClient(portal.quad.app);
      const answer = await client.fetch('POST', `/api/auth/providers/${provider}/login`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username, password: typed }).toString(),
      });
      const refused = logLines.find(({ msg }) => msg === 'sign-in refused');
      return { client, status: answer.status, finding: refused?.finding };
    };
    const groupsOf = async (client: TestClient) =>
      ((await client.fetch('GET', '/api/auth/account')).body as { groups: string[] }).groups.toSorted();

    it('gives access by nested groups and by the primary group, and leaving one takes it away', async () => {
      const { client, status } = await signIn('ida');
      expect(status).toBe(303);
      expect(await groupsOf(client)).toEqual(['Domain-Faculty', 'Domain-IT', 'Domain-Staff']);
      expect((await signIn('zoe', password('zoe'), 'upgraded')).status).toBe(303);

      await samba.change(nested[1] ?? '', { member: [] });
      await sql`update sessions set groups_read_at = groups_read_at - interval '16 minutes',
        groups_tried_at = groups_tried_at - interval '16 minutes'`.execute(portal.database.database);
      expect(await groupsOf(client)).toEqual(['Domain-Faculty', 'Domain-Staff']);
      await samba.change(nested[1] ?? '', { member: nested.slice(0, 1) });
    });

    it('distinguishes in the log what is wrong', async () => {
      for (let tried = 0; tried < 5; tried += 1) await samba.accepts(`CN=locked,${staff}`, 'wrong');
      const refused = { status: 403 };
      expect(await signIn('ida', 'wrong')).toMatchObject({ ...refused, finding: 'password' });
      expect(await signIn('nobody')).toMatchObject({ ...refused, finding: 'unknown' });
      expect(await signIn('off')).toMatchObject({ ...refused, finding: 'disabled' });
      expect(await signIn('gone')).toMatchObject({ ...refused, finding: 'account-expired' });
      expect(await signIn('must')).toMatchObject({ ...refused, finding: 'must-change' });
      expect(await signIn('locked')).toMatchObject({ ...refused, finding: 'locked' });
      expect(await signIn('*)(sAMAccountName=*')).toMatchObject({ ...refused, finding: 'unknown' });
    });

    it('is not led to lock anyone out by someone who guesses here', async () => {
      for (let tried = 0; tried < 8; tried += 1) await signIn('guessed', 'wrong');
      expect(await samba.accepts(`CN=guessed,${staff}`, password('guessed'))).toBe(true);
    });

    describe('as a source of the directory', () => {
      const applying = {
        emailTrusted: [],
        precedence: { order: ['ldap', 'csv'], fields: {}, givesAccess: [] },
      } as const;
      const sync = () => {
        const {
          ldap: [ldap],
        } = directorySettings.campus.parse({
          ldap: {
            url: samba.url,
            ca: samba.ca,
            bindDn: service.dn,
            profile: 'active-directory',
            people: [{ base: staff, kind: 'employee' }],
            groups: { base: samba.base, names: ['Domain Users', 'IT-Admins', 'Campus'] },
          },
        });
        if (ldap === undefined) throw new Error('There is no directory server.');
        return createLdapSync(
          portal.quad.platform,
          toLdapSource(ldap, { secret: service.password, domains: ['sawtooth.example'] }),
          applying,
        ).run({}, {} as never);
      };
      const rows = async () =>
        (
          await portal.database.pool.query(
            'select key, groups, folded, content_hash from directory_records where active order by key',
          )
        ).rows;

      it('gives the same directory as a CSV file with the same people', async () => {
        expect(await sync()).toContain(
          'Added 5, changed 0, gone 0, of 5 people. Left out: 2 disabled or expired.',
        );
        const fromServer = await rows();
        const everyone = 'Domain Users;Campus';
        const line = (name: string, more = ',,,', groups = everyone) =>
          `E-${name},${name},${name},Lorne,employee,${name}@sawtooth.example,${more}${groups}\n`;
        const header = 'key,accountName,givenName,familyName,kind,email,title,department,phone,groups\n';
        const file = `${header}${line('ida', 'Registrar,Registrar,5101,', `${everyone};IT-Admins`)}${['must', 'locked', 'guessed', 'zoe'].map((name) => line(name)).join('')}`;
        await portal.database.pool.query('delete from directory_runs; delete from directory_records');
        const { records, errors } = await readRecords(Buffer.from(file));
        expect(errors).toEqual([]);
        const change = portal.quad.platform.change.changeAsSystem('test');
        await change((unit) => {
          unit.demand(byPermission);
          const reading = { origin: 'upload', by: 'Test', sourceHash: null, waits: 'suspicious' } as const;
          return takeReading(unit, { ...reading, records }, applying);
        });
        expect(await rows()).toEqual(fromServer);
      });

      it('changes nothing when a third is gone, until IT confirms it', async () => {
        await portal.database.pool.query('delete from directory_runs; delete from directory_records');
        const crowd: string[] = [];
        for (let number = 0; number < 150; number += 1) crowd.push(await add(`p${number}`, {}, null));
        const confirm = (gone: number) =>
          changeAsSync(portal.quad.platform)(async (unit) => {
            unit.demand(byPermission);
            const { rows: runs } = await portal.database.pool.query(
              `select id from directory_runs where state = 'waiting'`,
            );
            const run = await holdRun(unit.transaction, runs[0]?.id ?? '');
            if (run === undefined) throw new Error('Nothing waits.');
            return applyRun(unit, run, { by: 'IT', gone }, applying);
          });
        expect(await sync()).toContain('held back');
        expect(await confirm(0)).toMatchObject({ added: 155 });
        for (const dn of crowd.slice(0, 60)) await samba.remove(dn);
        expect(await sync()).toContain('held back');
        expect(await rows()).toHaveLength(155);
        const { client } = await signIn('ida');
        const { waiting } = (await client.send(calls.readDirectoryState)).body.data;
        expect(waiting?.reason).toBe('60 of 155 people (38%) would be removed.');
        await confirm(60);
        expect(await rows()).toHaveLength(95);
      });
    });
  },
);
