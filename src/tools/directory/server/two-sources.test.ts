import { describe, expect, test, vi } from 'vitest';
import type { Precedence } from '../../../platform/server/directory/merge.ts';
import * as calls from '../contract.ts';
import { confirmationOf, header, readingsOfLdap } from './testing/readings-of-ldap.ts';

const { directory, sync, syncAndConfirm, readCsv, addPerson, addGroup } = readingsOfLdap();
const { ldap, rows } = directory;

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

  test('keep their own changes while both of them wait, and keep no one whom the other no longer has', async () => {
    for (let index = 0; index < 100; index += 1) addPerson(index);
    await syncAndConfirm();
    const office = `${header}E500,,Cy,Came later,employee,,,,,,,,,no\n`;
    await readCsv(`${office}E501,,Di,Leaves,employee,,,,,,,,,no\n`);
    ldap.entries.length = 0;
    addPerson(1);
    await sync();
    const it = await directory.server.signIn('it');
    const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
    const params = { id: waiting?.id ?? '' };
    const changes = async () => (await it.send(calls.readRunChanges, { params })).body.data;
    const before = await changes();
    expect(before.map(({ what }) => what)).toEqual(Array.from({ length: 99 }, () => 'gone'));
    const files = { file: { fileName: 'people.csv', content: office } };
    const upload = (await it.send(calls.uploadDirectory, { files })).body.data;
    expect(await changes()).toEqual(before);
    await it.send(calls.discardRun, { params: { id: upload.id } });
    expect(await changes()).toEqual(before);
    expect(await readCsv(office)).toContain('gone 1');
    expect((await rows('key')).map(({ key }) => key)).not.toContain('E501');
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

  test('count as they are, even if one of them was read while the clock was ahead', async () => {
    await readCsv(csv);
    await directory.server.database.pool.query(
      `update directory_runs set created_at = now() + interval '1 day', decided_at = now() + interval '1 day'`,
    );
    const file = `${csv}E4,,Cy,Came later,employee,,,,,,,,,no\n`;
    await readCsv(file);
    expect(await readCsv(file)).toBe('The file has not changed.');
    addPerson(1);
    await sync();
    expect((await rows('key')).map(({ key }) => key)).toEqual(['E1', 'E2', 'E4']);
  });

  test('of which the college uses only one leave out the other', async () => {
    await readCsv(csv);
    addPerson(1);
    await sync({ order: ['ldap'], fields: {}, givesAccess: [] });
    expect((await rows('key')).map(({ key }) => key)).toEqual(['E1']);
  });
});
