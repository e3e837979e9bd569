import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealSamba, whyNoSamba } from '../../../../../platform/server/ldap/testing/real-samba.ts';
import { RealSlapd, whyNoSlapd } from '../../../../../platform/server/ldap/testing/real-slapd.ts';
import { changeOwnPassword, openResetLink, readDesk, setPassword, unlockAccount } from '../../../contract.ts';
import { type Office, openOffice, suna, tokenIn, typedBy } from '../../testing/reset-office.ts';
import { createLdapWriter } from './ldap-writer.ts';
import { profiles } from './profiles.ts';

const first = 'Otter-Basket-42-Lime';
const second = 'Velvet-Canyon-77-Moss';
const third = 'Copper-Lantern-19-Fern';

/** A real directory server with one account, and what an administrator does there. */
interface Peer {
  open(): Promise<void>;
  /** As `password-reset.yaml` has it. */
  directory(): Record<string, unknown>;
  secret: string;
  accepts(password: string): Promise<boolean>;
  disable(): Promise<void>;
  /** Keeps people from changing their own password; absent if that takes more than LDAP. */
  forbidChanges?(): Promise<void>;
  close(): Promise<void>;
  /** Against the server's rules, but not against ours. */
  refused: string;
}

function openLdap(): Peer {
  const slapd = new RealSlapd();
  const suffix = 'dc=sawtooth,dc=example';
  const dn = `uid=suna,ou=people,${suffix}`;
  const resets = `cn=quad-passwords,ou=services,${suffix}`;
  const entry = (name: string, ...lines: string[]) => `dn: ${name}\n${lines.join('\n')}\n`;
  const unit = (ou: string) => entry(`ou=${ou},${suffix}`, 'objectClass: organizationalUnit', `ou: ${ou}`);
  const ldif = [
    entry(suffix, 'objectClass: dcObject', 'objectClass: organization', 'o: Sawtooth', 'dc: sawtooth'),
    ...['people', 'services'].map(unit),
    entry(
      resets,
      'objectClass: device',
      'objectClass: simpleSecurityObject',
      'cn: quad-passwords',
      'userPassword: resets',
    ),
    entry(
      `cn=policy,${suffix}`,
      ...['objectClass: device', 'objectClass: pwdPolicy', 'cn: policy', 'pwdAttribute: userPassword'],
      ...['pwdLockout: TRUE', 'pwdMaxFailure: 3', 'pwdMustChange: TRUE', 'pwdInHistory: 5'],
      ...['pwdCheckQuality: 2', 'pwdMinLength: 16', 'pwdAllowUserChange: TRUE'],
    ),
    entry(
      dn,
      ...['objectClass: inetOrgPerson', 'uid: suna', 'cn: Suna Okello Lind', 'sn: Lind'],
      ...[`mail: ${suna.principalEmail}`, 'userPassword: forgotten'],
    ),
  ].join('\n');
  return {
    open: () => slapd.open(ldif),
    directory: () => ({
      kind: 'ldap',
      profile: 'openldap',
      url: `ldaps://localhost:${slapd.securePort}`,
      ca: slapd.ca,
      bindDn: resets,
      peopleBase: `ou=people,${suffix}`,
    }),
    secret: 'resets',
    accepts: async (password) => slapd.accepts(dn, password),
    disable: async () =>
      slapd.modify(
        `dn: ${dn}\nchangetype: modify\nreplace: pwdAccountLockedTime\npwdAccountLockedTime: 000001010000Z\n`,
      ),
    forbidChanges: async () =>
      slapd.modify(
        `dn: cn=policy,${suffix}\nchangetype: modify\nreplace: pwdAllowUserChange\npwdAllowUserChange: FALSE\n`,
      ),
    close: () => slapd.close(),
    refused: 'a sail in sun',
  };
}

function activeDirectory(): Peer {
  const samba = new RealSamba();
  let dn = '';
  return {
    async open() {
      await samba.open();
      await samba.change(samba.base, { lockoutThreshold: '3', minPwdLength: '7', pwdHistoryLength: '5' });
      dn = await samba.addUser('suna', 'Forgotten-99-x', {
        mail: suna.principalEmail,
        displayName: 'Suna Okello Lind',
      });
    },
    directory: () => ({
      kind: 'ldap',
      profile: 'active-directory',
      url: samba.url,
      ca: samba.ca,
      bindDn: samba.administrator.dn,
      peopleBase: samba.people,
    }),
    get secret() {
      return samba.administrator.password;
    },
    accepts: (password) => samba.accepts(dn, password),
    disable: () => samba.change(dn, { userAccountControl: '514' }),
    close: () => samba.close(),
    refused: 'only small letters',
  };
}

const peers = [
  { name: 'OpenLDAP', reason: whyNoSlapd(), peer: openLdap() },
  { name: 'Active Directory, by Samba', reason: whyNoSamba(), peer: activeDirectory() },
];

for (const { name, reason, peer } of peers)
  describe.skipIf(reason !== null)(
    `a password reset in ${name}${reason === null ? '' : ` (skipped: ${reason})`}`,
    () => {
      let office: Office;
      beforeAll(async () => {
        await peer.open();
        const variables = { QUAD_PASSWORD_RESET_SECRET: peer.secret };
        const { kind, profile, url, ca, bindDn, peopleBase } = peer.directory();
        const entry = {
          name: 'campus',
          kind,
          title: 'College account',
          profile,
          url,
          ca,
          bindDn,
          peopleBase,
        };
        const provider = {
          ...entry,
          bindPassword: '$QUAD_PASSWORD_RESET_SECRET',
          groupsBase: peopleBase,
          groups: ['Domain-Student'],
        };
        office = await openOffice({ settings: { directory: peer.directory() }, provider, variables });
      }, 180_000);
      afterAll(async () => {
        await office?.stop();
        await peer.close();
      });

      const newLink = async () => {
        const before = (await office.emails()).length;
        expect((await office.attempt(typedBy(suna))).status).toBe(200);
        await expect
          .poll(async () => (await office.emails()).length, { timeout: 20_000 })
          .toBeGreaterThan(before);
        const links = (await office.emails()).filter(({ subject }) =>
          subject?.startsWith('Set your new password'),
        );
        const newest = links.toSorted((a, b) => String(b.messageId).localeCompare(String(a.messageId)))[0];
        await office.server.database.pool.query('delete from throttle_counters');
        if (newest === undefined) throw new Error('There is no link.');
        return tokenIn(newest);
      };
      const set = (token: string, password: string) =>
        office.visitor().send(setPassword, { body: { token, password } });

      test('B16: the directory has the last word, its complaint is shown, and the link still works', async () => {
        // Locked out by wrong passwords, like people who forgot theirs.
        for (let tried = 0; tried < 4; tried += 1) await peer.accepts('wrong');
        const token = await newLink();
        const refused = await set(token, peer.refused);
        expect([refused.status, refused.body]).toMatchObject([
          400,
          { fields: { password: expect.stringContaining('directory') } },
        ]);
        expect((await set(token, first)).status).toBe(200);
        expect(await peer.accepts(first)).toBe(true);
        await office.emailTo(suna.personalEmail, /was changed$/);
        expect((await office.visitor().send(openResetLink, { body: { token } })).status).toBe(410);
      }, 60_000);

      test('someone who is signed in changes their own, with the current one, and their other sessions end', async () => {
        const writer = writerOf(peer);
        const account = await writer.find(suna.principalEmail);
        if (account === null) throw new Error('There is no account.');
        await writer.write(account, `${first}-own`);
        const [here, there] = [office.visitor(), office.visitor()];
        for (const browser of [here, there]) {
          const signedIn = await browser.fetch('POST', '/api/auth/providers/campus/login', {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams({ username: 'suna', password: `${first}-own` }).toString(),
          });
          expect(signedIn.status).toBe(303);
        }
        expect((await here.fetch('GET', '/')).text).toContain('"passwordPage":"/account/password"');
        const change = (current: string, password: string) =>
          here.send(changeOwnPassword, { body: { current, password } });
        expect((await change('wrong', `${second}-own`)).body).toMatchObject({
          fields: { current: expect.any(String) },
        });
        expect((await change(`${first}-own`, peer.refused)).body).toMatchObject({
          fields: { password: expect.any(String) },
        });
        expect((await change(`${first}-own`, `${second}-own`)).status).toBe(204);
        expect(await peer.accepts(`${second}-own`)).toBe(true);
        expect((await here.fetch('GET', '/api/auth/account')).status).toBe(200);
        expect((await there.fetch('GET', '/api/auth/account')).status).toBe(401);
        const demo = await office.server.signIn('staff');
        const elsewhere = await demo.send(changeOwnPassword, {
          body: { current: 'x', password: `${third}-own` },
        });
        expect(elsewhere.status).toBe(404);
      }, 60_000);

      test('a link ends when the password is changed in another way', async () => {
        const token = await newLink();
        const writer = writerOf(peer);
        const account = await writer.find(suna.principalEmail);
        if (account === null) throw new Error('There is no account.');
        expect(account).toMatchObject({ name: 'Suna Okello Lind', isDisabled: false, isProtected: false });
        // OpenLDAP's stamps have seconds, and no password may come back.
        let count = 0;
        const isStamped = async () => {
          count += 1;
          await writer.write(account, `${second}-${count}`);
          return (await writer.find(suna.principalEmail))?.stamp !== account.stamp;
        };
        await expect.poll(isStamped, { timeout: 10_000, interval: 400 }).toBe(true);
        expect((await set(token, third)).status).toBe(410);
      }, 60_000);

      test('people change their own, and an account is unlocked and disabled', async () => {
        const writer = writerOf(peer);
        const account = await writer.find(suna.principalEmail);
        if (account === null) throw new Error('There is no account.');
        await writer.write(account, `${second}-again`);
        await expect(writer.change?.(account, 'wrong', third)).rejects.toMatchObject({
          name: 'WrongPassword',
        });
        await expect(writer.change?.(account, `${second}-again`, peer.refused)).rejects.toMatchObject({
          name: 'PasswordRefused',
        });
        await writer.change?.(account, `${second}-again`, third);
        expect(await peer.accepts(third)).toBe(true);
        for (let tried = 0; tried < 4; tried += 1) await peer.accepts('wrong');
        expect((await writer.find(suna.principalEmail))?.isLocked).toBe(true);
        expect(await peer.accepts(third)).toBe(false);
        const it = await office.server.signIn('it');
        expect((await it.send(readDesk)).body.data).toEqual({ isOn: true, canUnlock: true });
        const unlock = () => it.send(unlockAccount, { body: { principalEmail: suna.principalEmail } });
        expect((await unlock()).status).toBe(200);
        expect((await unlock()).body).toMatchObject({ status: 409, reason: 'not-locked' });
        expect((await writer.find(suna.principalEmail))?.isLocked).toBe(false);
        expect(await peer.accepts(third)).toBe(true);
        if (peer.forbidChanges !== undefined) {
          await peer.forbidChanges();
          await expect(writer.change?.(account, third, first)).rejects.toMatchObject({
            name: 'DirectoryDown',
            isUnanswered: false,
          });
        }
        await peer.disable();
        expect((await writer.find(suna.principalEmail))?.isDisabled).toBe(true);
      }, 60_000);
    },
  );

function writerOf(peer: Peer) {
  const { profile, url, ca, bindDn, peopleBase } = peer.directory() as {
    profile: keyof typeof profiles;
    url: string;
    ca: string;
    bindDn: string;
    peopleBase: string;
  };
  return createLdapWriter({
    profile,
    peopleBase,
    peopleFilter: profiles[profile].peopleFilter,
    emailAttribute: 'mail',
    domains: ['sawtooth.example'],
    server: { urls: [url], startTls: false, ca: readFileSync(ca, 'utf8'), bindDn, bindPassword: peer.secret },
  });
}
