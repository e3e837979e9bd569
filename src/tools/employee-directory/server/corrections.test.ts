import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as calls from '../contract.ts';
import { createSendCorrection } from './corrections.ts';
import { createRetention } from './retention.ts';
import { createTestDirectory, type TestDirectory } from './testing/test-directory.ts';

let college: TestDirectory;
let server: TestDirectory['server'];

beforeAll(async () => {
  college = await createTestDirectory();
  ({ server } = college);
});
afterAll(() => college.stop());

test('what is wrong is emailed to the maintainer, once, and is not kept', async () => {
  const report = { params: { id: (await college.own()).id }, body: { what: 'The extension is 5102.' } };
  expect((await college.student.send(calls.reportCorrection, report)).status).toBe(204);
  const mail = await vi.waitFor(
    async () => {
      const names = await readdir(path.join(college.folder, 'mail'));
      expect(names).toHaveLength(1);
      return PostalMime.parse(await readFile(path.join(college.folder, 'mail', names[0] ?? '')));
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(mail.to?.map(({ address }) => address)).toEqual(['help@sawtooth.example']);
  expect(mail.replyTo?.map(({ address }) => address)).toEqual(['student@sawtooth.example']);
  expect(mail.text).toContain('The extension is 5102.');
  await vi.waitFor(async () => {
    const { rows } = await server.database.pool.query('select * from employee_corrections');
    expect(rows).toEqual([]);
  });
  for (let sent = 1; sent < 10; sent += 1) await college.student.send(calls.reportCorrection, report);
  expect((await college.student.send(calls.reportCorrection, report)).status).toBe(429);
});

test('replies about a correction are not sent to anyone once the address has a new owner', async () => {
  const { platform } = server.quad;
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: string; reporter_id: string }>(
    `insert into employee_corrections (id, record_key, reporter_id, what)
     select gen_random_uuid(), 'E-staff', id, 'The title.' from people where email = 'student@sawtooth.example'
     returning id, reporter_id`,
  );
  const [{ id, reporter_id: reporter } = { id: '', reporter_id: '' }] = rows;
  const release = 'update people set email_released_at = $2 where id = $1';
  await pool.query(release, [reporter, new Date()]);
  onTestFinished(async () => void (await pool.query(release, [reporter, null])));
  const send = vi.fn<typeof platform.mail.send>().mockResolvedValue('Sent.');
  const directory = { maintainers: new Map(), support: 'help@sawtooth.example' };
  const mail = { ...platform.mail, send };
  const job = createSendCorrection({ ...platform, mail, product: 'Quad', directory });
  await job.run({ id }, { log: platform.log, signal: new AbortController().signal });
  const [email] = send.mock.lastCall ?? [];
  expect(email).not.toHaveProperty('replyTo');
  expect(email?.text).not.toContain('student@sawtooth.example');
  expect(email?.text).toContain('is blocked or has left');
});

test('a correction that the settings no longer name anyone for fails, and is deleted after 60 days', async () => {
  const { platform } = server.quad;
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: string }>(
    `insert into employee_corrections (id, record_key, reporter_id, what)
     select gen_random_uuid(), 'E-staff', id, 'The title.' from people limit 1 returning id`,
  );
  const [id = ''] = rows.map((row) => row.id);
  const directory = { maintainers: new Map(), support: null };
  const send = createSendCorrection({ ...platform, product: 'Quad', directory });
  const attempt = { log: platform.log, signal: new AbortController().signal };
  await expect(send.run({ id }, attempt)).rejects.toMatchObject({
    final: true,
    message: 'The settings no longer name anyone for this department. Name someone, and retry it.',
  });
  const kept = async () =>
    (await pool.query('select from employee_corrections where id = $1', [id])).rowCount ?? 0;
  const retention = createRetention(platform);
  const madeDaysAgo =
    'update employee_corrections set created_at = now() - make_interval(days => $2) where id = $1';
  for (const [days, left] of [
    [59, 1],
    [61, 0],
  ] as const) {
    await pool.query(madeDaysAgo, [id, days]);
    await retention.run({}, attempt);
    expect(await kept()).toBe(left);
  }
});
