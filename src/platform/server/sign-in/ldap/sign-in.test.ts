import { describe, expect, it } from 'vitest';
import type { BindAnswer } from '../../ldap/testing/scripted-server.ts';
import { groups, people } from './testing/directory.ts';
import { login, officeForTests } from './testing/office.ts';

const flavors = ['active-directory', 'openldap'] as const;

describe.each(flavors)('signing in with a directory server like %s', (flavor) => {
  const office = officeForTests(flavor);
  const idsOfPeople = () => office.database.selectFrom('people').select('id').execute();

  it('works with name and password, with the groups of groups, whatever their spelling', async () => {
    const { answer, client } = await office.signIn();
    expect([answer.status, answer.headers.location]).toEqual([303, '/files']);
    expect(await office.account(client)).toMatchObject({
      name: 'Ida Lorne',
      email: 'ida@sawtooth.example',
      groups: ['Domain-IT', 'Domain-Staff'],
    });
    expect(JSON.stringify(office.logLines)).not.toMatch(/ida|lorne|Correct/i);
  });

  it('knows the person by the key, in whatever way the name is typed and after they moved', async () => {
    await office.signIn({ username: ' IDA ' });
    await office.signIn({ username: 'ida@sawtooth.example' });
    const at = office.server.entries.find(({ dn }) => dn === office.dn);
    if (at === undefined) throw new Error('Ida is gone.');
    at.dn = `cn=Ida Marsh,ou=it,${people}`;
    office.server.change(at.dn, { mail: ['ida.marsh@sawtooth.example'] });
    office.server.passwords.set(at.dn, 'new password');
    const { client } = await office.signIn({ password: 'new password' });
    expect(await office.account(client)).toMatchObject({ email: 'ida.marsh@sawtooth.example', groups: [] });
    expect(await idsOfPeople()).toHaveLength(1);
  });

  it('takes groups away within the promised time, and ends with the account', async () => {
    const { client } = await office.signIn();
    office.server.change(`cn=Domain-IT,${groups}`, { member: [] });
    await office.ageGroups(901);
    expect((await office.account(client)).groups).toEqual(['Domain-Staff']);

    office.server.entries.splice(
      office.server.entries.findIndex(({ dn }) => dn === office.dn),
      1,
    );
    await office.ageGroups(901);
    expect((await office.account(client)).status).toBe(401);
  });

  it('ends the session of an account that was disabled, not of one that strangers have locked', async () => {
    const { client } = await office.signIn();
    const [locked, off] =
      flavor === 'openldap'
        ? [{ pwdAccountLockedTime: ['20261122100000Z'] }, { pwdAccountLockedTime: ['000001010000Z'] }]
        : [{ userAccountControl: ['528'] }, { userAccountControl: ['514'] }];
    office.server.change(office.dn, locked);
    await office.ageGroups(901);
    expect((await office.account(client)).status).toBe(200);
    office.server.change(office.dn, off);
    await office.ageGroups(901);
    expect((await office.account(client)).status).toBe(401);
  });

  it('keeps the last known groups while the server is down, for an hour', async () => {
    const { client } = await office.signIn();
    const { port } = office.server;
    await office.server.close();
    await office.ageGroups(3_500);
    expect((await office.account(client)).groups).toEqual(['Domain-IT', 'Domain-Staff']);
    const { answer } = await office.signIn();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '10']);
    expect(answer.text).toContain('Nothing is wrong with your account');
    await office.server.open(port);
    expect((await office.signIn()).answer.status).toBe(303);
  });
});

describe('an attempt that fails', () => {
  const office = officeForTests('active-directory');
  const data = (code: string): BindAnswer => ({
    code: 49,
    message: `80090308: LdapErr: DSID-0C090446, comment: AcceptSecurityContext error, data ${code}, v4563`,
  });

  it('reveals its cause only in the log: everyone reads the same, and no sooner than the others', async () => {
    const causes: [finding: string, prepare: () => void, typed?: Record<string, string>][] = [
      ['unknown', () => {}, { username: 'nobody' }],
      ['password', () => {}, { password: 'wrong' }],
      ['password', () => office.server.bindAnswers.set(office.dn, data('52e'))],
      ['password-expired', () => office.server.bindAnswers.set(office.dn, data('532'))],
      ['disabled', () => office.server.bindAnswers.set(office.dn, data('533'))],
      ['account-expired', () => office.server.bindAnswers.set(office.dn, data('701'))],
      ['must-change', () => office.server.bindAnswers.set(office.dn, data('773'))],
      ['locked', () => office.server.bindAnswers.set(office.dn, data('775'))],
      ['locked', () => office.server.bindAnswers.set(office.dn, { code: 49, policyError: 1 })],
      // The policy of OpenLDAP lets someone in who may do nothing but change the password.
      ['must-change', () => office.server.bindAnswers.set(office.dn, { code: 0, policyError: 2 })],
      ['disabled', () => office.server.change(office.dn, { userAccountControl: ['514'] })],
      ['account-expired', () => office.server.change(office.dn, { accountExpires: ['130000000000000000'] })],
    ];
    const pages = new Set<string>();
    for (const [finding, prepare, typed = {}] of causes) {
      await office.reset();
      prepare();
      const began = performance.now();
      const { answer, client } = await office.signIn(typed);
      expect(performance.now() - began).toBeGreaterThanOrEqual(299);
      expect([finding, answer.status]).toEqual([finding, 403]);
      expect(office.refusals()).toEqual([expect.objectContaining({ reason: 'credentials', finding })]);
      expect(JSON.stringify(office.logLines)).not.toMatch(/"ida|lorne|nobody|DSID|wrong"/i);
      expect(client.cookies.has('quad-session')).toBe(false);
      const { username = 'ida' } = typed;
      pages.add(answer.text.replace(/nonce="[^"]+"/, '').replace(`value="${username}"`, ''));
    }
    expect(pages.size).toBe(1);
  });

  it('shows the form again with the name, never with the password, and ends where it was to end', async () => {
    const { answer } = await office.signIn({ password: 'not "hers"', username: 'id"a' });
    expect(answer.text).toContain('value="id&quot;a"');
    expect(answer.text).not.toContain('hers');
    expect(answer.text).toContain('name="redirect" value="/files"');
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).toMatch(
      /id="password"[^>]* aria-invalid="true" aria-describedby="form-problem" autofocus/,
    );
    expect(answer.text).not.toContain('<script');
    const empty = await office.portal.visitor.fetch('GET', `${login}?redirect=//evil.com`);
    expect(empty.text).toMatch(/<label for="username">Username<\/label>/);
    expect(empty.text).toMatch(/id="username"[^>]* autocomplete="username"[^>]* autofocus/);
    expect(empty.text).not.toContain('evil.com');
  });
});

describe('a person of Active Directory', () => {
  const office = officeForTests('active-directory', {
    groups: { Everyone: 'Domain-Staff', Campus: 'Library' },
  });

  it('is in the primary group, which does not name them, and in the groups that it is in', async () => {
    const sid = (number: number) =>
      Buffer.concat([
        Buffer.from([1, 5, 0, 0, 0, 0, 0, 5]),
        Buffer.alloc(16, 7),
        Buffer.from([number, 2, 0, 0]),
      ]);
    const group = { objectClass: ['group'], member: [] };
    const everyone = `cn=Everyone,${groups}`;
    office.server.add(everyone, { ...group, sAMAccountName: ['Everyone'], objectSid: [sid(1)] });
    office.server.add(`cn=Others,${groups}`, { ...group, sAMAccountName: ['Others'], objectSid: [sid(2)] });
    office.server.add(`cn=Campus,${groups}`, { ...group, sAMAccountName: ['Campus'], member: [everyone] });
    office.server.change(office.dn, { objectSid: [sid(9)], primaryGroupID: ['513'] });
    const { client } = await office.signIn();
    expect((await office.account(client)).groups).toEqual(['Domain-Staff', 'Library']);
  });
});
