import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { giveRecord } from '../../../platform/server/directory/join.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import type { DirectoryRecord } from '../../../platform/server/directory/record.ts';
import { type Applying, noteFailure, takeReading } from '../../../platform/server/directory/runs.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { personRecord } from '../../../platform/server/testing/directory-record.ts';
import type { TestServer } from '../../../platform/server/testing/test-server.ts';
import { addDeviceKey, addGuest, createWifiKey, listGuests, listWifiKeys, readWifiKey } from '../contract.ts';
import { createEmbeddedAuthority } from './authority/embedded.ts';
import type { KeyAuthority } from './authority/key-authority.ts';
import { createSweep } from './sweep.ts';
import { serverWithMail } from './testing/server-with-mail.ts';

let portal: Awaited<ReturnType<typeof serverWithMail>>;
let server: TestServer;
beforeAll(async () => {
  portal = await serverWithMail();
  server = portal.server;
});
afterAll(() => portal.stop());
afterEach(async () => {
  await server.database.pool.query(
    'delete from wifi_keys; delete from directory_records; delete from directory_runs',
  );
});

/** @param remove Does what the controller does with a key */
function sweep(remove: KeyAuthority['remove'] = async () => undefined) {
  const { platform } = server.quad;
  const authority = { ...createEmbeddedAuthority(platform.secrets), remove };
  const campus = { product: 'MyCollege' };
  const job = createSweep({ ...platform, authority, campus });
  return job.run({}, { log: platform.log, signal: new AbortController().signal });
}

/** Something that happens to the directory. */
async function directory(happen: (unit: UnitOfWork) => Promise<unknown>): Promise<void> {
  const change = server.quad.platform.change.changeAsSystem('test');
  await change(async (unit) => {
    unit.demand(byPermission);
    await happen(unit);
  });
}
function read(
  unit: UnitOfWork,
  records: readonly DirectoryRecord[],
  always = false,
  more: Partial<Applying> = {},
) {
  const about = {
    origin: 'file',
    by: 'test',
    sourceHash: null,
    waits: always ? 'always' : 'suspicious',
  } as const;
  const { emailTrusted } = server.quad.platform;
  return takeReading(unit, { ...about, records }, { emailTrusted, precedence: csvAlone, ...more });
}
const reading =
  (names: readonly string[], always = false, more: Partial<Applying> = {}) =>
  (unit: UnitOfWork) => {
    const records = names.map((name) => personRecord({ key: name, email: `${name}@sawtooth.example` }));
    return read(unit, records, always, more);
  };

test('a key ends once a reading of the directory says that its owner left, and never in an outage', async () => {
  const student = await server.signIn('student');
  const faculty = await server.signIn('faculty');
  const { body: key } = await student.send(createWifiKey);
  await faculty.send(createWifiKey);
  await directory(reading(['student', 'faculty']));
  expect(await sweep()).toMatch(/^Ended 0,/);

  // The directory can't be read, and then a reading waits until IT confirms it.
  await directory((unit) =>
    noteFailure(unit, { origin: 'file', by: 'test', sourceHash: null, reason: 'Gone.' }),
  );
  await directory(reading(['faculty'], true));
  expect(await sweep()).toMatch(/^Ended 0,/);
  expect((await student.send(readWifiKey)).body).toEqual(key);

  await directory(reading(['faculty']));
  expect(await sweep()).toMatch(/^Ended 1,/);
  expect((await student.send(readWifiKey)).status).toBe(404);
  expect((await faculty.send(readWifiKey)).status).toBe(200);
  const it = await server.signIn('it');
  const listed = await it.send(listWifiKeys, { query: { page: 1, state: 'revoked' } });
  expect(listed.body.data).toMatchObject([{ id: key.id, revokedWhy: 'left' }]);

  // Someone who continues studying without a record, and is still let in, creates another one, which does not last much longer than that.
  const inDays = (time: string) => (Date.parse(time) - Date.now()) / 86_400_000;
  const { status, body } = await student.send(createWifiKey);
  expect(status).toBe(201);
  expect(inDays(body.expired_time)).toBeLessThan(32);
  const device = await student.send(addDeviceKey, { body: { label: 'Printer' } });
  expect(inDays(device.body.data.expiresAt)).toBeLessThan(32);
  expect(await sweep()).toMatch(/^Ended 0,/);

  // Back, by another reading: a new key, without IT.
  await directory(reading(['student', 'faculty']));
  expect((await student.send(createWifiKey)).status).toBe(201);
  expect(await sweep()).toMatch(/^Ended 0,/);
});

test('someone who comes back under a new directory key gets a Wi-Fi key again', async () => {
  const student = await server.signIn('student');
  const hired = personRecord({ key: 'E1', email: 'student@sawtooth.example' });
  await directory(reading(['student']));
  await directory((unit) => read(unit, [hired]));
  const { rows } = await server.database.pool.query(
    `select id from people where email = 'student@sawtooth.example'`,
  );
  await server.database.database
    .transaction()
    .execute((transaction) => giveRecord(transaction, 'E1', rows[0].id));
  expect((await student.send(createWifiKey)).status).toBe(201);
  expect(await sweep()).toMatch(/^Ended 0,/);
});

describe('a controller', () => {
  const down = () => refusalOf(readWifiKey, 'controller-down');
  /** One person's ten keys that a controller keeps. */
  async function tenKeys(ended: string): Promise<void> {
    const { pool } = server.database;
    const student = await server.signIn('student');
    const { body: key } = await student.send(createWifiKey);
    await pool.query(
      `insert into wifi_keys (id, owner_id, kind, label, reference, expires_at)
       select gen_random_uuid(), owner_id, 'device', 'TV', 'key ' || n, now() + interval '1 day'
       from wifi_keys, generate_series(1, 10) n where id = $1`,
      [key.id],
    );
    await pool.query('delete from wifi_keys where id = $1', [key.id]);
    await pool.query(ended);
  }
  const blocked = `update people set disabled = true where email = 'student@sawtooth.example'`;
  const expired = `update wifi_keys set expires_at = now() - interval '40 days'`;
  const left = async () =>
    (await server.database.pool.query('select reference from wifi_keys where reference is not null')).rows;
  afterEach(() => server.database.pool.query('update people set disabled = false'));

  test.each([
    ['of someone who is blocked', blocked],
    ['that expired', expired],
  ])('that does not let go of one key ends the others %s, and keeps its name', async (_what, ended) => {
    await tenKeys(ended);
    const [first] = (await server.database.pool.query('select reference from wifi_keys order by id')).rows;
    const refusing: KeyAuthority['remove'] = async ({ reference }) => {
      if (reference === first.reference) throw down();
    };
    await expect(sweep(refusing)).rejects.toThrow('1 Wi-Fi key could not be ended or removed.');
    expect(await left()).toEqual([first]);
    await sweep();
    expect(await left()).toEqual([]);
  });

  test('that is down is asked for a minute, not for each key', async () => {
    await tenKeys(blocked);
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    const silent = async () => {
      asked += 1;
      vi.advanceTimersByTime(8_000);
      throw down();
    };
    await expect(sweep(silent)).rejects.toThrow('The Wi-Fi controller has not answered for a minute.');
    expect(asked).toBe(8);
  });

  test('that hangs on some keys does not hold up the others every hour, whatever is due about them', async () => {
    await tenKeys(blocked);
    await server.database.pool.query(`${expired} where id = (select max(id::text)::uuid from wifi_keys)`);
    const { rows } = await server.database.pool.query('select reference from wifi_keys order by id limit 8');
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const hangs: KeyAuthority['remove'] = async ({ reference }) => {
      if (rows.every((row) => row.reference !== reference)) return;
      vi.advanceTimersByTime(8_000);
      throw down();
    };
    const others = async () => (await left()).length - 8;
    // Sooner or later, one of the others comes before all of those eight by chance.
    for (let hour = 0; hour < 250 && (await others()) > 0; hour += 1)
      await expect(sweep(hangs)).rejects.toThrow();
    expect(await others()).toBe(0);
  });
});

test('what IT revokes while an old key is about to be forgotten stays', async () => {
  const student = await server.signIn('student');
  await student.send(createWifiKey);
  const { pool } = server.database;
  await pool.query(`update wifi_keys set expires_at = now() - interval '31 days'`);
  const it = await pool.connect();
  await it.query('begin');
  await it.query(`update wifi_keys set revoked_at = now(), revoked_why = 'it'`);
  const sweeping = sweep();
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await it.query('commit');
  it.release();
  expect(await sweeping).toMatch(/ forgot 0[.]$/);
  expect(await student.send(createWifiKey)).toMatchObject({ status: 403, body: { reason: 'revoked' } });
});

test('the key of someone who left ends with the reading that says so, not at the next hour', async () => {
  const student = await server.signIn('student');
  const faculty = await server.signIn('faculty');
  for (const person of [student, faculty]) await person.send(createWifiKey);
  const { emailTrusted, leavers } = server.quad.platform;
  await directory(reading(['student', 'faculty'], false, { emailTrusted, leavers }));
  await directory(reading(['faculty'], false, { emailTrusted, leavers }));
  await vi.waitFor(async () => expect((await student.send(readWifiKey)).status).toBe(404), {
    timeout: 20_000,
    interval: 100,
  });
  expect((await faculty.send(readWifiKey)).status).toBe(200);
});

test("guests lose their keys with their sponsor's access", async () => {
  const faculty = await server.signIn('faculty');
  const staff = await server.signIn('staff');
  const guest = { name: 'Gale Visitor', email: 'gale@visitors.example', days: 3 };
  await faculty.send(addGuest, { body: guest });
  await staff.send(addGuest, { body: guest });
  expect(await sweep()).toMatch(/^Ended 0,/);
  const { pool } = server.database;
  await pool.query(
    `update identities set groups = '{Domain-Student}' where subject = 'faculty@sawtooth.example'`,
  );
  expect(await sweep()).toMatch(/^Ended 1,/);
  expect((await staff.send(listGuests)).body.data).toMatchObject([{ state: 'active' }]);
  await pool.query(`update people set disabled = true where email = 'staff@sawtooth.example'`);
  expect(await sweep()).toMatch(/^Ended 1,/);
  const { rows } = await pool.query('select revoked_why, revoked_by from wifi_keys order by 1');
  expect(rows).toEqual(['blocked', 'sponsor'].map((why) => ({ revoked_why: why, revoked_by: 'MyCollege' })));
  await pool.query(`update people set disabled = false`);
  await pool.query(
    `update identities set groups = '{Domain-Faculty}' where subject = 'faculty@sawtooth.example'`,
  );
});

test('guests whom IT hands over while the job is running keep their key; one of a sponsor who left is ended once', async () => {
  const staff = await server.signIn('staff');
  const faculty = await server.signIn('faculty');
  for (const name of ['One', 'Two', 'Three'])
    await staff.send(addGuest, { body: { name, email: `${name}@visitors.example`, days: 3 } });
  const { pool } = server.database;
  const subject = 'staff@sawtooth.example';
  const change = async (groups: string, disabled: boolean) => {
    await pool.query('update identities set groups = $1 where subject = $2', [groups, subject]);
    await pool.query('update people set disabled = $1 where email = $2', [disabled, subject]);
  };
  // Blocked, and without the permission: due for two reasons.
  await change('{Domain-Student}', true);
  const removed: (string | null)[] = [];
  const answer = await sweep(async ({ sealed }) => {
    removed.push(sealed);
    if (removed.length === 1)
      await pool.query(
        `update wifi_keys set owner_id = (select id from people where email = 'faculty@sawtooth.example')
         where id = (select max(id::text)::uuid from wifi_keys where sealed is distinct from $1)`,
        [sealed],
      );
  });
  await change('{Domain-Staff}', false);
  expect(answer).toMatch(/^Ended 2,/);
  expect(new Set(removed).size).toBe(2);
  expect((await faculty.send(listGuests)).body.data).toMatchObject([{ state: 'active' }]);
  const { rows } = await pool.query(
    `select e.after ->> 'revoked_why' as why from audit_entries e join wifi_keys k on e.subject_id = k.id::text
     where e.action = 'wifi-key.revoke'`,
  );
  expect(rows).toEqual([{ why: 'blocked' }, { why: 'blocked' }]);
});

test('guests stay with a sponsor whose access comes from the directory', async () => {
  const noor = await server.signIn('nogroups');
  const precedence = { ...csvAlone, givesAccess: ['csv'] };
  const sponsor = (accessGroups: string[]) => {
    const record = personRecord({ key: 'E1', email: 'nogroups@sawtooth.example', accessGroups });
    return directory((unit) => read(unit, [record], false, { precedence }));
  };
  await sponsor(['Domain-Staff']);
  const guest = { name: 'Gale Visitor', email: 'gale@visitors.example', days: 3 };
  expect((await noor.send(addGuest, { body: guest })).status).toBe(201);
  expect(await sweep()).toMatch(/^Ended 0,/);
  await sponsor([]);
  expect(await sweep()).toMatch(/^Ended 1,/);
});
