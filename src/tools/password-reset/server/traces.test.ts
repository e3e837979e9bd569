import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { backUp, textOf } from '../../../platform/server/backup/testing/places.ts';
import * as calls from '../contract.ts';
import { openOffice, suna, tokenIn, typedBy, vera } from './testing/reset-office.ts';

test('B20: no fact, token, or password that was used is in a table, a job, a key, a log line, or a backup', async () => {
  const logLines: Record<string, unknown>[] = [];
  const office = await openOffice({ logLines });
  onTestFinished(() => office.stop());
  const { pool, settings } = office.server.database;

  // The form: wrong, without a captcha, and right; then a password that is refused and one that is accepted.
  await office.attempt({ ...typedBy(suna), last4ssn: '6174' });
  await office.attempt({ ...typedBy(suna), captchaValue: 'solved?', birthdate: '4/10/2006' });
  expect((await office.attempt(typedBy(suna))).status).toBe(200);
  const token = tokenIn(await office.emailTo(suna.personalEmail, /^Set your new password/));
  const set = async (used: string, password: string) =>
    (await office.visitor().send(calls.setPassword, { body: { token: used, password } })).status;
  expect(await set(token, 'Password12345')).toBe(400);
  expect(await set(token, 'correct otter battery staple')).toBe(200);
  await office.emailTo(suna.personalEmail, /was changed$/);
  // The desk, with keys against a second click, and a look at what was typed.
  const [it, it2] = [await office.server.signIn('it'), await office.server.signIn('it2')];
  const started = await it.fetch('POST', calls.startDeskReset.path, {
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    payload: JSON.stringify({ principalEmail: vera.principalEmail, idKind: 'passport' }),
  });
  const { id } = (started.body as { data: { id: string } }).data;
  const { body } = await it2.send(calls.confirmDeskReset, { params: { id } });
  const deskToken = body.data?.link.split('#')[1] ?? '';
  expect(await set(deskToken, 'harbor violet staircase')).toBe(200);
  await office.emailTo(vera.personalEmail, /was changed$/);
  const attempts = await it.send(calls.listAttempts, { query: { page: 1 } });
  await it.send(calls.readAttemptPayload, { params: { id: attempts.body.data[0]?._id ?? '' } });

  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
  );
  const dump: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    dump.push(name, ...rows.map(({ row }) => row));
  }
  const { file } = await backUp(settings);
  const places = { tables: dump.join('\n'), log: JSON.stringify(logLines), backup: await textOf(file) };
  // That they show what was done proves that they were read.
  expect(places.tables).toContain('desk-reset.confirm');
  expect(places.tables).toContain('password-reset.send-link');
  expect(places.log).toContain('/api/support/password-reset/attempt');
  expect(places.backup).toContain('password-link.claim');
  const facts = ['5142', '6174', '2005-03-09', '3/9/2005', '4/10/2006', '2006-04-10', '5550108', '555-0108'];
  const secrets = [
    ...facts,
    '800201',
    '0800-201',
    '800203',
    'home.example',
    token,
    deskToken,
    'Password12345',
  ];
  for (const secret of [...secrets, 'correct otter battery staple', 'harbor violet staircase'])
    for (const [place, text] of Object.entries(places)) {
      // Four digits also turn up within ids and hashes.
      const found = new RegExp(`(?<![\\w-])${RegExp.escape(secret)}(?![\\w-])`).exec(text);
      const around = found === null ? '' : text.slice(Math.max(0, found.index - 60), found.index + 60);
      expect([place, secret, around]).toEqual([place, secret, '']);
    }
});
