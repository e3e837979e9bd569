import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { deleteOverLinkRequests } from '../sign-in/people.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createCleanUp } from './clean-up.ts';

test('expired sessions, counters, and keys are removed, live ones stay', async () => {
  const database = await openTestDatabase();
  const person = '0198a000-0000-7000-8000-000000000001';
  await database.pool.query(
    `insert into idempotency_keys (person_id, call, key, body_hash, created_at) values
       ($1, 'createLink', 'ended', '', now() - interval '30 days 1 minute'),
       ($1, 'createLink', 'lives', '', now() - interval '29 days 23 hours')`,
    [person],
  );
  await database.pool.query(`
    insert into throttle_counters (key, window_start, count) values
      ('ended', now() - interval '25 hours', 3), ('lives', now() - interval '23 hours', 3)`);
  await database.pool.query(`
    insert into captchas_used (id, expires_at) values
      ('ended', now() - interval '61 minutes'), ('lives', now() - interval '59 minutes')`);
  await database.pool.query(`
    insert into saml_responses (request, created_at) values
      ('ended', now() - interval '25 hours'), ('lives', now() - interval '23 hours')`);
  const holder = (id: number, email: string, releasedAt: string) =>
    `('0198a000-0000-7000-8000-00000000001${id}', '${email}', 'P', '', '', ${releasedAt})`;
  await database.pool.query(`
    insert into people (id, email, name, given_name, family_name, email_released_at) values
      ${holder(1, 'same@college.example', 'null')}, ${holder(2, 'new@college.example', 'null')},
      ${holder(3, 'left@college.example', 'now()')}`);
  await database.pool.query(`
    insert into directory_records (key, account_name, email, given_name, family_name, title, department,
      department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash) values
      ('r1', '', 'new@college.example', '', '', '', '', '', '', '', '', 'employee', '{}', false, '', '')`);
  const request = (id: number, subject: string, email: string, key: string) =>
    `(gen_random_uuid(), 'oidc', '${subject}', '${email}', 'N', '0198a000-0000-7000-8000-00000000001${id}', ${key})`;
  await database.pool.query(`
    insert into link_requests (id, provider, subject, email, name, person_id, directory_key) values
      ${request(1, 'lives', 'same@college.example', 'null')}, ${request(2, 'ended', 'same@college.example', 'null')},
      ${request(3, 'ended as well', 'left@college.example', 'null')}, ${request(2, 'lives too', '', "'r1'")},
      ${request(1, 'of another address', '', "'r1'")}`);
  const expire = vi.fn(async () => 2);
  const mail = { cleanUp: vi.fn(async () => undefined) };
  const signIn = { cleanUp: () => deleteOverLinkRequests(database.database) };
  const job = createCleanUp({ unaudited: () => database.database, sessions: { expire }, signIn, mail });
  await job.run({}, { log: pino({ level: 'silent' }), signal: new AbortController().signal });
  const left = await database.pool.query(
    'select key from idempotency_keys union all select key from throttle_counters',
  );
  expect(left.rows).toEqual([{ key: 'lives' }, { key: 'lives' }]);
  const used = await database.pool.query(
    `select convert_from(id, 'UTF8') as used from captchas_used union all select convert_from(request, 'UTF8') from saml_responses`,
  );
  expect(used.rows).toEqual([{ used: 'lives' }, { used: 'lives' }]);
  const requests = await database.pool.query('select subject from link_requests order by subject');
  expect(requests.rows).toEqual([{ subject: 'lives' }, { subject: 'lives too' }]);
  expect(expire).toHaveBeenCalledTimes(1);
  expect(mail.cleanUp).toHaveBeenCalledTimes(1);
});
