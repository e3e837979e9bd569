import { describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directoryServer } from './index.ts';
import { createLdapSync } from './ldap-sync-job.ts';
import { campus, confirmationOf, groups, header, readingsOfLdap } from './testing/readings-of-ldap.ts';

const { directory, readCsv, addPerson, addGroup } = readingsOfLdap();
const { ldap, rows } = directory;

describe('groups that give access', () => {
  const trusting = (order = ['ldap', 'csv']) => {
    const source = directory.sourceOf({
      ...campus,
      groups: { base: groups, names: { 'IT-Admins': 'Domain-IT' }, giveAccess: true },
    });
    const precedence = { order, fields: {}, givesAccess: ['ldap'] };
    return createLdapSync(directory.server.quad.platform, source, { precedence, emailTrusted: ['demo'] }).run(
      {},
      {} as never,
    );
  };
  const mayManage = async (client: TestClient) =>
    (await client.send(calls.listRuns, { query: { page: 1 } })).status === 200;

  test('are those of a server that the college trusts with it, listed by name, as long as the person is in them', async () => {
    const noor = await directory.server.signIn('nogroups');
    const dn = addPerson(1, { mail: ['nogroups@sawtooth.example'] });
    const admins = addGroup('IT-Admins', [addGroup('Inner', [dn])]);
    addGroup('Domain-IT', []);
    expect(await mayManage(noor)).toBe(false);
    await trusting();
    expect(await mayManage(noor)).toBe(true);
    ldap.change(admins, { member: [] });
    await trusting();
    expect(await mayManage(noor)).toBe(false);
  });

  test('are not held back by the first reading, however many people it has: no one may be able to confirm it yet', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const [first = ''] = numbers.map((number) => addPerson(number));
    addGroup('IT-Admins', [first]);
    expect(await trusting()).toContain('Added 60');
    for (const number of numbers) addPerson(100 + number);
    expect(await trusting()).toContain('held back');
  });

  test('are held back when they would lose half of their members, even if another source names those', async () => {
    const line = (number: number) => `E${number},,Ada,Number${number},employee,,,,,,,,Domain-IT,no\n`;
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const order = ['csv', 'ldap'];
    await readCsv(header + numbers.map(line).join(''), { order, fields: {}, givesAccess: ['ldap'] });
    const admins = addGroup(
      'IT-Admins',
      numbers.map((number) => addPerson(number)),
    );
    expect(await trusting(order)).not.toContain('held back');
    ldap.change(admins, { member: [] });
    expect(await trusting(order)).toContain('held back');
    const it = await directory.server.signIn('it');
    expect((await it.send(calls.readDirectoryState)).body.data.waiting).toMatchObject({
      reason: 'The group Domain-IT would go from 40 to 0 people with access through it.',
    });
    const access = await rows('access_groups');
    expect(access).toEqual(numbers.map(() => ({ access_groups: ['Domain-IT'] })));
  });

  test('of few people are held back when no one has them anymore, as after a new name in the directory', async () => {
    const staff = [1, 2, 3].map((number) => addPerson(number));
    const admins = addGroup('IT-Admins', staff.slice(0, 2));
    await trusting();
    // Others take their place, and one of them leaves.
    ldap.change(admins, { member: staff.slice(1) });
    expect(await trusting()).not.toContain('held back');
    ldap.change(admins, { sAMAccountName: ['IT-Staff'] });
    expect(await trusting()).toContain('held back');
    const it = await directory.server.signIn('it');
    const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
    expect(waiting?.reason).toBe('The group Domain-IT would go from 2 to 0 people with access through it.');
    await it.send(calls.confirmRun, confirmationOf(waiting));
    ldap.change(admins, { sAMAccountName: ['IT-Admins'], member: staff.slice(0, 1) });
    expect(await trusting()).not.toContain('held back');
    // One person is no one else's loss.
    ldap.change(admins, { member: [] });
    expect(await trusting()).not.toContain('held back');
  });

  test('end when the source is no longer trusted, at the next start', async () => {
    const noor = await directory.server.signIn('nogroups');
    addGroup('IT-Admins', [addPerson(1, { mail: ['nogroups@sawtooth.example'] })]);
    await trusting();
    expect(await mayManage(noor)).toBe(true);
    const next = await createTestServer({ tools: [directoryServer], database: directory.server.database });
    await next.stop();
    expect(await mayManage(noor)).toBe(false);
  });
});
