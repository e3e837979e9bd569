import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Precedence } from '../../../platform/server/directory/merge.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directoryServer } from './index.ts';
import { createLdapSync } from './ldap-sync-job.ts';
import { createSync } from './sync-job.ts';
import { directoryBesideLdap } from './testing/directory-beside-ldap.ts';

const staff = 'ou=staff,dc=sawtooth,dc=example';
const students = 'ou=students,dc=sawtooth,dc=example';
const groups = 'ou=groups,dc=sawtooth,dc=example';

const directory = directoryBesideLdap();
const { ldap, rows } = directory;

const campus = {
  profile: 'active-directory',
  people: [
    { base: staff, kind: 'employee' },
    { base: students, kind: 'student' },
  ],
  groups: { base: groups, names: { 'All-Staff': 'Domain-Staff', Library: 'Library' } },
  attributes: { confidential: 'msDS-cloudExtensionAttribute1' },
};
const applying = (precedence: Precedence = { order: ['ldap', 'csv'], fields: {}, givesAccess: [] }) => ({
  emailTrusted: [],
  precedence,
});
const sync = (precedence?: Precedence) =>
  createLdapSync(directory.server.quad.platform, directory.sourceOf(campus), applying(precedence)).run(
    {},
    {} as never,
  );
const readCsv = async (content: string, precedence?: Precedence) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-directory-'));
  const file = path.join(folder, 'people.csv');
  writeFileSync(file, content);
  const said = await createSync(directory.server.quad.platform, file, applying(precedence), 0).run(
    {},
    {} as never,
  );
  rmSync(folder, { recursive: true });
  return said;
};
const header =
  'key,accountName,givenName,familyName,kind,email,title,department,departmentCode,phone,fax,mailbox,groups,confidential\n';

const confirmationOf = (run: calls.Run | null) => ({
  params: { id: run?.id ?? '' },
  body: { gone: run?.gone ?? 0 },
});

/** The first reading of more than a few employees waits. */
async function syncAndConfirm(): Promise<void> {
  expect(await sync()).toContain('held back');
  const it = await directory.server.signIn('it');
  const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
  expect((await it.send(calls.confirmRun, confirmationOf(waiting))).status).toBe(200);
}

function addPerson(number: number, values: Record<string, string[]> = {}, base = staff): string {
  const dn = `CN=Person ${number},${base}`;
  ldap.add(dn, {
    objectClass: ['user'],
    objectCategory: ['person'],
    userAccountControl: ['512'],
    employeeID: [`E${number}`],
    givenName: ['Ada'],
    sn: [`Number${number}`],
    ...values,
  });
  return dn;
}
const addGroup = (name: string, member: string[]) => {
  const dn = `CN=${name},${groups}`;
  ldap.add(dn, { objectClass: ['group'], sAMAccountName: [name], member });
  return dn;
};

test('CSV and LDAP give the same directory', async () => {
  const ada = addPerson(1, {
    sAMAccountName: ['ada'],
    mail: ['Ada@sawtooth.example'],
    title: ['Registrar'],
    department: ['Office of the Registrar'],
    departmentNumber: ['REG'],
    telephoneNumber: ['208-555-0101'],
    facsimileTelephoneNumber: ['208-555-0102'],
    postOfficeBox: ['12'],
    'msDS-cloudExtensionAttribute1': ['TRUE'],
  });
  const zoe = addPerson(2, { givenName: ['Zoë'], mail: ['not an address'] }, students);
  addPerson(3, { userAccountControl: ['514'] });
  addPerson(4, { employeeID: [] });
  addGroup('All-Staff', [addGroup('Library', [ada, zoe])]);
  addGroup('Chess', [ada]);
  expect(await sync()).toBe(
    'Added 2, changed 0, gone 0, of 2 people. Left out: 1 without the key, 1 disabled or expired.',
  );
  const fromLdap = await rows(
    'key, account_name, email, title, department, groups, confidential, kind, folded, content_hash',
  );
  expect(fromLdap).toMatchObject([
    { key: 'E1', groups: ['Domain-Staff', 'Library'], confidential: true, kind: 'employee' },
    { key: 'E2', email: '', groups: ['Domain-Staff', 'Library'], kind: 'student' },
  ]);

  await directory.server.database.pool.query('delete from directory_runs; delete from directory_records');
  await readCsv(
    `${header}E1,ada,Ada,Number1,employee,Ada@sawtooth.example,Registrar,Office of the Registrar,REG,208-555-0101,208-555-0102,12,Domain-Staff;Library,yes\nE2,,Zoë,Number2,student,,,,,,,,Library;Domain-Staff,no\n`,
  );
  expect(
    await rows(
      'key, account_name, email, title, department, groups, confidential, kind, folded, content_hash',
    ),
  ).toEqual(fromLdap);
});

test('whatever word a server marks someone confidential with, they are confidential, and the job says how many such words there are', async () => {
  const mark = (...words: string[]) => ({ 'msDS-cloudExtensionAttribute1': words });
  const marks = [mark('FERPA'), mark('X'), mark('no', 'Yes'), mark('FALSE'), mark(''), {}];
  for (const [index, marked] of marks.entries()) addPerson(index + 1, marked);
  // Of two entries with one key, either one's mark counts.
  const second = { employeeID: ['E6'], mail: ['ada@sawtooth.example'] };
  addPerson(60, { ...second, ...mark('yes') });
  addPerson(61, { employeeID: ['E5'], ...mark('yes') });
  const left = "Left out: 2 with another entry's key.";
  const unclear = 'Counted as confidential by a mark that is neither yes nor no: 2.';
  expect(await sync()).toBe(`Added 6, changed 0, gone 0, of 6 people. ${left} ${unclear}`);
  expect(await sync()).toBe(`The directory server has not changed: 6 people. ${left} ${unclear}`);
  const confidential = (await rows('key, confidential')).filter((row) => row.confidential);
  expect(confidential.map(({ key }) => key)).toEqual(['E1', 'E2', 'E3', 'E5', 'E6']);
});

test("of a person's several addresses, the college's counts", async () => {
  addPerson(1, {
    mail: ['ada@private.example', 'zada@Sawtooth.example', 'bo@sawtooth.example.evil.example'],
  });
  addPerson(2, { mail: ['second@private.example', 'first@private.example'] });
  await sync();
  expect((await rows('email')).map(({ email }) => email)).toEqual([
    'zada@Sawtooth.example',
    'first@private.example',
  ]);
});

test('the primary group counts, although it does not name its members', async () => {
  const sid = (number: number) =>
    Buffer.concat([
      Buffer.from([1, 5, 0, 0, 0, 0, 0, 5]),
      Buffer.alloc(16, 7),
      Buffer.from([number, 2, 0, 0]),
    ]);
  const dn = addPerson(1, { primaryGroupID: ['513'] });
  ldap.change(dn, { objectSid: [sid(9)] });
  addPerson(2);
  ldap.change(addGroup('Library', []), { objectSid: [sid(1)] });
  addGroup('All-Staff', [`CN=Library,${groups}`]);
  await sync();
  expect(await rows('groups')).toEqual([{ groups: ['Domain-Staff', 'Library'] }, { groups: [] }]);
});

test('reads more people than a page, and a group that the server sends in parts', async () => {
  const everyone = Array.from({ length: 1_203 }, (_, index) => addPerson(index));
  addGroup('Library', everyone);
  ldap.rangeSize = 500;
  await syncAndConfirm();
  const { rows: members } = await directory.server.database.pool.query(
    `select count(*)::int from directory_records where groups @> '{Library}'`,
  );
  expect(members).toEqual([{ count: 1_203 }]);
  expect(await sync()).toBe('The directory server has not changed: 1203 people.');
});

describe('J03: a server that fails', () => {
  const failed = async () => {
    const it = await directory.server.signIn('it');
    const runs = (await it.send(calls.listRuns, { query: { page: 1 } })).body.data;
    return runs.filter(({ state }) => state === 'failed').map(({ reason }) => reason);
  };

  test('in the middle, by being down, or with no one in it changes nothing, and the page says why, once', async () => {
    for (let index = 0; index < 700; index += 1) addPerson(index);
    await syncAndConfirm();
    const before = await rows();

    ldap.breaksAfter = 600;
    await expect(sync()).rejects.toThrow('ECONNRESET');
    await expect(sync()).rejects.toThrow('ECONNRESET');
    const { port } = ldap;
    await ldap.close();
    await expect(sync()).rejects.toThrow('ECONNREFUSED');
    await ldap.open(port);
    ldap.breaksAfter = Number.POSITIVE_INFINITY;
    ldap.entries.length = 0;
    await expect(sync()).rejects.toThrow('returned no people');
    ldap.passwords.set(directory.service.dn, 'changed');
    await expect(sync()).rejects.toThrow('Check bindDn and bindPassword');

    expect(await rows()).toEqual(before);
    expect(await failed()).toEqual([
      expect.stringContaining('SERVICE_ACCOUNT_49'),
      expect.stringContaining('no people'),
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('ECONNRESET'),
    ]);
  });

  test('by losing a third changes nothing until IT confirms it, and then continues', async () => {
    for (let index = 0; index < 300; index += 1) addPerson(index);
    await syncAndConfirm();
    ldap.entries.splice(0, 100);
    expect(await sync()).toContain('held back');
    expect(await rows('key')).toHaveLength(300);
    const it = await directory.server.signIn('it');
    const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
    expect(waiting).toMatchObject({ origin: 'ldap', reason: '100 of 300 people (33%) would be removed.' });
    await it.send(calls.confirmRun, confirmationOf(waiting));
    expect(await rows('key')).toHaveLength(200);
  });
});

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

describe('two sources', () => {
  const csv = `${header}E1,,Ada,Number1,employee,,Registrar of the HR system,Registrar,,208-555-0199,,,Parking,no\nE2,,Bo,Only in the file,employee,,,,,,,,,no\n`;

  test('make one record of each person; each field comes from the source that the college names', async () => {
    const precedence: Precedence = { order: ['ldap', 'csv'], fields: { title: ['csv'] }, givesAccess: [] };
    addPerson(1, {
      title: ['Title of the server'],
      telephoneNumber: ['208-555-0101'],
      mail: ['ada@sawtooth.example'],
    });
    addPerson(3);
    await sync(precedence);
    await readCsv(csv, precedence);
    expect(await rows('key, family_name, title, phone, department, email, groups')).toEqual([
      {
        key: 'E1',
        family_name: 'Number1',
        title: 'Registrar of the HR system',
        phone: '208-555-0101',
        department: 'Registrar',
        email: 'ada@sawtooth.example',
        groups: ['Parking'],
      },
      expect.objectContaining({ key: 'E2', family_name: 'Only in the file' }),
      expect.objectContaining({ key: 'E3' }),
    ]);
  });

  test('do not discard each other: what is waiting from one is confirmed with what the other says by then', async () => {
    for (let index = 0; index < 100; index += 1) addPerson(index);
    await syncAndConfirm();
    ldap.entries.length = 0;
    addPerson(1);
    expect(await sync()).toContain('held back');
    await readCsv(`${header}E500,,Cy,Came later,employee,,,,,,,,,no\n`);
    expect(await rows('key')).toHaveLength(101);
    const it = await directory.server.signIn('it');
    const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
    await it.send(calls.confirmRun, confirmationOf(waiting));
    expect((await rows('key')).map(({ key }) => key)).toEqual(['E1', 'E500']);
    const { rows: kept } = await directory.server.database.pool.query(
      'select distinct r.source from directory_readings k join directory_runs r on r.id = k.run_id order by 1',
    );
    expect(kept).toEqual([{ source: 'csv' }, { source: 'ldap' }]);
  });

  test('say what a waiting reading would remove by now, and no one confirms it based on older figures', async () => {
    const follow = vi.spyOn(directory.server.quad.platform.leavers, 'follow');
    const line = (number: number) => `E${number},,Ada,Number${number},employee,,,,,,,,,no\n`;
    const file = (end: number, start = 0) =>
      header + Array.from({ length: end - start }, (_, index) => line(start + index)).join('');
    addGroup(
      'Library',
      Array.from({ length: 100 }, (_, index) => addPerson(index)),
    );
    await readCsv(file(50));
    await syncAndConfirm();
    await readCsv(file(100));
    const it = await directory.server.signIn('it');
    const waitingRun = async () => (await it.send(calls.readDirectoryState)).body.data.waiting;
    ldap.entries.splice(0, 60);
    expect(await sync()).toContain('held back');
    const seen = await waitingRun();
    expect(seen).toMatchObject({ origin: 'ldap', gone: 0 });
    expect(await readCsv(file(100, 60))).toContain('gone 0');
    const reason = '60 of 100 people (60%) would be removed.';
    expect(await waitingRun()).toMatchObject({ id: seen?.id, gone: 60, reason });
    expect((await it.send(calls.confirmRun, confirmationOf(seen))).body).toMatchObject({
      reason: 'more-gone',
    });
    // A reading that has been waiting since before its figures were kept up to date.
    await directory.server.database.pool.query(
      `update directory_runs set gone = 0, reason = null where state = 'waiting'`,
    );
    expect((await it.send(calls.confirmRun, confirmationOf(seen))).status).toBe(409);
    expect(await rows('key')).toHaveLength(100);
    const renewed = await waitingRun();
    expect([renewed?.gone, renewed?.reason, follow.mock.calls.length]).toEqual([60, reason, 0]);
    expect((await it.send(calls.confirmRun, confirmationOf(renewed))).body.data).toMatchObject({
      state: 'applied',
      gone: 60,
    });
    expect([(await rows('key')).length, follow.mock.calls.length]).toEqual([40, 1]);
    const { rows: audited } = await directory.server.database.pool.query(
      `select after->>'gone' as gone from audit_entries where action = 'directory.apply' and subject_id = $1`,
      [seen?.id],
    );
    expect(audited).toEqual([{ gone: '60' }]);
  });

  test('of which the college uses only one leave out the other', async () => {
    await readCsv(csv);
    addPerson(1);
    await sync({ order: ['ldap'], fields: {}, givesAccess: [] });
    expect((await rows('key')).map(({ key }) => key)).toEqual(['E1']);
  });
});
