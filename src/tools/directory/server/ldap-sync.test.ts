import { describe, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { confirmationOf, groups, header, readingsOfLdap, students } from './testing/readings-of-ldap.ts';

const { directory, sync, syncAndConfirm, readCsv, addPerson, addGroup } = readingsOfLdap();
const { ldap, rows } = directory;

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

test('what was left out is shown with the reading that waits, before IT confirms it', async () => {
  for (let index = 0; index < 60; index += 1) addPerson(index);
  addPerson(60, { employeeID: [] });
  const left = 'Left out: 1 without the key.';
  expect(await sync()).toMatch(new RegExp(`held back .*${left}`));
  const it = await directory.server.signIn('it');
  const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
  expect(waiting).toMatchObject({ note: left });
  await it.send(calls.discardRun, { params: { id: waiting?.id ?? '' } });
  expect(await sync()).toBe(
    `IT discarded this reading, and the directory server has not changed since: 60 people. ${left}`,
  );
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
    await expect(sync()).rejects.toThrow('Check bindDn, and whether its password is right');

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
