import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { localhostCertificate } from '../../ldap/testing/localhost-certificate.ts';
import { ScriptedServer } from '../../ldap/testing/scripted-server.ts';
import type { Campus } from '../../settings/campus.ts';
import { readEnvironment } from '../../settings/environment.ts';
import { type SettingMistake, SettingsError } from '../../settings/mistakes.ts';
import { readProviders } from '../read-providers.ts';
import { directoryEntry, people, personOf, service } from './testing/directory.ts';
import { Office, officeForTests } from './testing/office.ts';

describe('what a stranger sends', () => {
  const office = officeForTests('openldap');

  it.each([
    ['empty', ''],
    ['only spaces', '   '],
    ['a NUL', '\0secret'],
  ])(
    'A14: a password that is %s never reaches the server, which would let it in',
    async (_what, password) => {
      const { answer, client } = await office.signIn({ password });
      expect(answer.status).toBe(400);
      expect(office.server.binds).toEqual([]);
      expect(client.cookies.has('quad-session')).toBe(false);
    },
  );

  it.each([
    '*',
    '*)(uid=*))(|(uid=*',
    'admin)(&)',
    '\\00',
    'ida\\2a',
    'ida)(objectClass=*',
    `${'x'.repeat(10_000)}`,
  ])('A15: the name %.20j matches no one, and is one value on the wire', async (username) => {
    const { answer } = await office.signIn({ username });
    expect(answer.status).toBe(403);
    expect(office.refusals()).toEqual([expect.objectContaining({ finding: 'unknown' })]);
    expect(office.bindsAsIda()).toEqual([]);
    const asked = office.server.searches.map(({ filter }) => filter.text);
    const expected = `(&(objectClass=inetOrgPerson)(|(uid=${username})(mail=${username})))`;
    expect(asked).toEqual(username.length > 256 ? [] : [expected]);
  });

  it('guesses: at most four reach the server, however many come at once and however the name is spelled', async () => {
    const spellings = ['ida', 'IDA', ' ida', 'ida@sawtooth.example', 'Ida@Sawtooth.example'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        office.signIn(
          { username: spellings[index % 5] ?? '', password: `guess ${index}` },
          `203.0.113.${index}`,
        ),
      ),
    );
    expect(office.bindsAsIda()).toHaveLength(4);
    expect(new Set(answers.map(({ answer }) => answer.status))).toEqual(new Set([403, 429]));
    // The right password does not help now, and others are not in the way.
    expect((await office.signIn()).answer.status).toBe(429);
    office.server.add(`cn=Bo,${people}`, personOf('openldap', 'bo', 'Bo', 'Tarn', 2), 'bo password');
    expect((await office.signIn({ username: 'bo', password: 'bo password' })).answer.status).toBe(303);
    const counters = await office.database.selectFrom('throttle_counters').select('key').execute();
    expect(JSON.stringify(counters)).not.toMatch(/ida/i);
  });

  it('guesses at a name that no one has are refused just as soon', async () => {
    const statuses: number[] = [];
    for (let tried = 0; tried < 5; tried += 1)
      statuses.push((await office.signIn({ username: 'nobody' })).answer.status);
    expect(statuses).toEqual([403, 403, 403, 403, 429]);
  });

  it.each([
    ['a new password', { pwdChangedTime: ['20261127150000Z'] }],
    ['the end of a lockout', { pwdAccountLockedTime: [] }],
  ])('%s starts over, since who forgot theirs has used up the guesses', async (_what, change) => {
    office.server.change(office.dn, {
      pwdChangedTime: ['20260101000000Z'],
      pwdAccountLockedTime: ['20261127143000Z'],
    });
    const statuses: number[] = [];
    for (let tried = 0; tried < 5; tried += 1)
      statuses.push((await office.signIn({ password: `guess ${tried}` })).answer.status);
    expect(statuses).toEqual([403, 403, 403, 403, 429]);
    expect((await office.signIn()).answer.status).toBe(429);
    office.server.change(office.dn, change);
    expect((await office.signIn()).answer.status).toBe(303);
  });

  it('guesses that reach no server still count for the network', async () => {
    for (let tried = 0; tried < 6; tried += 1) await office.signIn({ password: `guess ${tried}` });
    const { rows } = await sql<{ count: number }>`select count from throttle_counters
      where key like 'sign-in failure:%' order by count desc limit 1`.execute(office.database);
    expect(rows).toEqual([{ count: 6 }]);
  });

  it('sign-ins that succeed do not count', async () => {
    for (let tried = 0; tried < 6; tried += 1) expect((await office.signIn()).answer.status).toBe(303);
  });
});

describe('what the directory has', () => {
  const office = officeForTests('openldap');

  it('a name that two people share signs in neither', async () => {
    office.server.add(`cn=Other,${people}`, personOf('openldap', 'ida', 'Other', 'Ida', 2), 'other');
    expect((await office.signIn({ password: 'other' })).answer.status).toBe(403);
    expect(office.refusals()).toEqual([expect.objectContaining({ finding: 'ambiguous' })]);
  });

  it.each([
    ['of another college', ['ida@evil.example'], 'This is not a college account'],
    ['with more in it', ['ida@sawtooth.example\r\nBcc: x@evil.example'], 'Your account has no email address'],
    ['that is missing', [], 'Your account has no email address'],
  ])('an email address %s is refused', async (_what, mail, text) => {
    office.server.change(office.dn, { mail });
    const { answer } = await office.signIn();
    expect([answer.status, answer.text.includes(text)]).toEqual([403, true]);
  });

  it('of several addresses the same one is taken each time, one of the college', async () => {
    for (const mail of [
      ['z@sawtooth.example', 'a@alumni.example', 'b@sawtooth.example'],
      ['b@sawtooth.example', 'z@sawtooth.example'],
    ]) {
      office.server.change(office.dn, { mail });
      const { client } = await office.signIn();
      expect((await office.account(client)).email).toBe('b@sawtooth.example');
    }
  });

  it('a photo that is too large, or none, is no reason to refuse anyone', async () => {
    office.server.change(office.dn, { jpegPhoto: [Buffer.alloc(5 * 1024 * 1024, 7)] });
    expect((await office.signIn()).answer.status).toBe(303);
  });

  it('a service account that it refuses is an outage, and the log says what to change', async () => {
    office.server.passwords.set(service.dn, 'changed');
    const { answer } = await office.signIn();
    expect(answer.status).toBe(503);
    expect(office.refusals()).toEqual([
      expect.objectContaining({
        reason: 'unreachable',
        finding: expect.stringContaining('SERVICE_ACCOUNT_49'),
        advice: expect.stringContaining('its password is right'),
      }),
    ]);
  });
});

describe('the connection', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-ldap-'));
  const trusted = path.join(folder, 'ca.pem');
  writeFileSync(trusted, localhostCertificate.cert);
  afterAll(() => rmSync(folder, { recursive: true }));
  const openOffice = async (server: ScriptedServer, changes: (port: number) => Record<string, unknown>) => {
    await server.open();
    const office = new Office('openldap', changes(server.port), server);
    await office.openPortal();
    onTestFinished(() => office.close());
    await office.reset();
    return office;
  };

  it.each(['ldaps', 'plain'] as const)('is encrypted and the certificate is checked (%s)', async (mode) => {
    const make = () => new ScriptedServer({ tls: localhostCertificate, mode });
    const at = (host: string, port: number) => ({
      url: `${mode === 'ldaps' ? 'ldaps' : 'ldap'}://${host}:${port}`,
      startTls: mode === 'plain',
    });
    const good = await openOffice(make(), (port) => ({ ...at('localhost', port), ca: trusted }));
    expect((await good.signIn()).answer.status).toBe(303);

    for (const [changes, finding] of [
      [(port: number) => at('localhost', port), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [(port: number) => ({ ...at('127.0.0.1', port), ca: trusted }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const) {
      const office = await openOffice(make(), changes);
      expect((await office.signIn()).answer.status).toBe(503);
      expect(office.refusals()).toEqual([
        expect.objectContaining({ finding: expect.stringContaining(finding), advice: expect.any(String) }),
      ]);
      expect(office.server.binds).toEqual([]);
    }
  });

  it('is given up when something follows the response to StartTLS in the clear', async () => {
    const server = new ScriptedServer({ tls: localhostCertificate });
    const office = await openOffice(server, (port) => ({
      url: `ldap://localhost:${port}`,
      startTls: true,
      ca: trusted,
    }));
    // The beginning of a response that says yes; TLS would add the rest.
    server.slippedIn = Buffer.from([0x30, 0x0c, 0x02, 0x01, 0x02, 0x61, 0x07]);
    expect((await office.signIn()).answer.status).toBe(503);
    expect(office.refusals()).toEqual([
      expect.objectContaining({ finding: expect.stringContaining('STARTTLS_SURPLUS') }),
    ]);
  });

  it('goes to the next address when one is down', async () => {
    const gone = new ScriptedServer();
    await gone.open();
    const { port: closed } = gone;
    await gone.close();
    const office = await openOffice(new ScriptedServer(), (port) => ({
      url: [`ldap://127.0.0.1:${closed}`, `ldap://127.0.0.1:${port}`],
    }));
    expect((await office.signIn()).answer.status).toBe(303);
  });
});

describe('A16: the settings', () => {
  const mistakesOf = (changes: Record<string, unknown>): SettingMistake[] => {
    const variables = { TEST_LDAP_SECRET: 'secret' };
    const providers = [directoryEntry(389, 'openldap', changes)];
    try {
      const campus = { domains: ['college.edu'], providers } as unknown as Campus;
      readProviders(campus, readEnvironment({}, '/srv/quad'), variables);
      return [];
    } catch (error) {
      if (error instanceof SettingsError) return [...error.mistakes];
      throw error;
    }
  };

  it.each<[string, Record<string, unknown>, string]>([
    ['plain LDAP to another machine', { url: 'ldap://dc1.college.edu' }, 'unencrypted'],
    ['it as the second address', { url: ['ldaps://a.college.edu', 'ldap://b.college.edu'] }, 'unencrypted'],
    ['StartTLS within TLS', { url: 'ldaps://dc1.college.edu', startTls: true }, 'already encrypted'],
    ['an address of the web', { url: 'https://dc1.college.edu' }, 'ldaps://'],
    ['an address with a password', { url: 'ldaps://quad:secret@dc1.college.edu' }, 'ldaps://'],
    ['a password in the file', { bindPassword: 'written here' }, 'environment variable'],
    ['no password', { bindPassword: undefined }, 'service account is missing'],
    ['a certificate that is not there', { ca: '/nowhere/ca.pem' }, 'cannot be read'],
    ['a base that is no DN', { peopleBase: 'people' }, 'Write a DN'],
    ['a filter that is none', { peopleFilter: '(&(uid=*)' }, 'LDAP filter'],
    ['an unknown profile', { profile: 'novell' }, 'profile'],
  ])('refuse %s at the start', (_what, changes, text) => {
    const mistakes = JSON.stringify(mistakesOf(changes));
    expect(mistakes).toContain(text);
    expect(mistakes).not.toMatch(/written here|quad:secret/);
  });

  it('accept LDAPS, StartTLS, and plain LDAP on this machine', () => {
    expect(mistakesOf({ url: 'ldaps://dc1.college.edu:3269' })).toEqual([]);
    expect(mistakesOf({ url: 'ldap://dc1.college.edu', startTls: true })).toEqual([]);
    expect(mistakesOf({ url: 'ldap://localhost' })).toEqual([]);
  });
});
