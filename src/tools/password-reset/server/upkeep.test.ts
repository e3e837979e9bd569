import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Job, JobContext } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { EmailDeferred } from '../../../platform/server/mail/email-deferred.ts';
import { createSecrets } from '../../../platform/server/secrets/secrets.ts';
import { changeMeanwhile } from '../../../platform/server/testing/other-transaction.ts';
import * as calls from '../contract.ts';
import { passwordResetSettings } from '../settings.ts';
import { createSendLink } from './attempt/send-link.ts';
import { createSettle } from './link/finish.ts';
import { createNotice, enqueueNotice } from './link/notice.ts';
import { createExclusionCheck } from './manage/exclusion-notice.ts';
import { createRetention } from './manage/retention.ts';
import { type Office, openOffice, suna, tokenIn, typedBy, vera } from './testing/reset-office.ts';
import { createEmbeddedWriter } from './writer/embedded.ts';
import { DirectoryDown, type PasswordWriter } from './writer/password-writer.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await office.server.database.pool.query(text, values)).rows;
const { signal } = new AbortController();
const run = (job: Job, data: object = {}, context: Partial<JobContext> = {}) =>
  job.run(data as never, { log: office.server.quad.platform.log, signal, ...context });
const personIdOf = async ({ principalEmail }: typeof suna): Promise<string> =>
  (await query('select id from people where email = $1', [principalEmail]))[0]?.id;

test('what is older than the college keeps it is removed, and nothing newer', async () => {
  const { platform } = office.server.quad;
  const it = await office.server.signIn('it');
  const names = ['old', 'young'].map((name) => `${name}@sawtooth.example`);
  for (const principalEmail of names) {
    await office.attempt({ ...typedBy(suna), principalEmail });
    await it.send(calls.addExclusion, { body: { principalEmail, expiresAt: '2099-01-01T00:00:00Z' } });
    await query(
      `insert into reset_links (id, token_hash, principal_email, account_key, expires_at)
       values (gen_random_uuid(), $1, $2, '', now())`,
      [Buffer.from(principalEmail), principalEmail],
    );
    await query(
      `insert into desk_resets (id, principal_email, name, id_kind, started_by_id, started_by, expires_at)
       values (gen_random_uuid(), $1, '', 'passport', gen_random_uuid(), 'IT', now())`,
      [principalEmail],
    );
  }
  const moves = [
    ['reset_attempts', 'created_at'],
    ['reset_links', 'created_at'],
    ['desk_resets', 'started_at'],
    ['reset_exclusions', 'expires_at'],
  ];
  for (const [table, column] of moves)
    for (const [name, days] of [
      ['old', 91],
      ['young', 89],
    ])
      await query(
        `update ${table} set ${column} = now() - make_interval(days => $1) where principal_email = $2`,
        [days, `${name}@sawtooth.example`],
      );
  expect(await run(createRetention(platform, 90))).toBe('1 attempt was removed.');
  for (const [table] of moves)
    expect([
      table,
      await query(`select principal_email from ${table} where principal_email = any($1)`, [names]),
    ]).toEqual([table, [{ principal_email: 'young@sawtooth.example' }]]);
});

test('a change that a server started and did not finish ends the sessions, and the person is notified once', async () => {
  const { platform } = office.server.quad;
  const elsewhere = await office.server.signIn('student');
  expect((await office.attempt(typedBy(suna))).status).toBe(200);
  const token = tokenIn(await office.emailTo(suna.personalEmail, /^Set your new password/));
  // As left by a server that was killed after it claimed the link.
  const [link] = await query(
    "update reset_links set state = 'claimed' where state = 'open' and principal_email = $1 returning id",
    [suna.principalEmail],
  );
  const settle = createSettle(platform, platform);
  expect(await run(settle, { linkId: link.id })).toMatch(/^It was not finished/);
  expect((await elsewhere.fetch('GET', '/api/auth/account')).status).toBe(401);
  for (const address of [suna.principalEmail, suna.personalEmail])
    expect((await office.emailTo(address, /may have been changed$/)).text).toContain('may have been changed');
  expect((await office.visitor().send(calls.openResetLink, { body: { token } })).status).toBe(410);
  expect(await run(settle, { linkId: link.id })).toBe('It was finished.');
  const jobs = await query(
    `select data->>'where' as address from jobs.job
     where name = 'password-reset.notice' and data->>'linkId' = $1 order by 1`,
    [link.id],
  );
  expect(jobs).toEqual([{ address: 'college' }, { address: 'personal' }]);
});

test('the person who added an exclusion is notified once before it ends, or IT if they are gone, unless it was a short one', async () => {
  const { platform } = office.server.quad;
  const [it, it2] = [await office.server.signIn('it'), await office.server.signIn('it2')];
  const add = (client: typeof it, principalEmail: string) =>
    client.send(calls.addExclusion, {
      body: { principalEmail, expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString() },
    });
  await add(it, suna.principalEmail);
  await add(it2, vera.principalEmail);
  onTestFinished(async () => {
    await query('delete from reset_exclusions');
  });
  const job = createExclusionCheck(platform);
  // Two days from the start: they know when it ends.
  expect(await run(job)).toBe('Emails: 0.');
  await query("update reset_exclusions set created_at = now() - interval '30 days'");
  const turn = (off: boolean, email: string) =>
    query('update people set disabled = $1 where email = $2', [off, email]);
  for (const email of ['it@sawtooth.example', 'it2@sawtooth.example']) await turn(true, email);
  expect(await run(job)).toBe('Emails: 0.');
  await turn(false, 'it@sawtooth.example');
  // No longer in IT, though the account works.
  await turn(false, 'it2@sawtooth.example');
  await query("update identities set groups = '{}' where subject = 'it2@sawtooth.example'");
  expect(await run(job)).toBe('Emails: 2.');
  const notices = await vi.waitFor(async () => {
    const found = (await office.emails()).filter(({ subject }) => subject?.endsWith('ends soon'));
    expect(found).toHaveLength(2);
    return found;
  }, 10_000);
  expect(notices.map(({ to }) => to)).toMatchObject([
    [{ address: 'it@sawtooth.example' }],
    [{ address: 'it@sawtooth.example' }],
  ]);
  for (const { principalEmail } of [suna, vera])
    expect(notices.map(({ text }) => text).join()).toContain(
      `The exclusion of ${principalEmail} from the password reset ends within 3 days.\nIf it is still needed, add it again with a later end:`,
    );
  expect(await run(job)).toBe('Emails: 0.');

  // For someone who is gone: everyone in IT gets their own email, and a full mailbox repeats none of the others.
  await office.server.signIn('it2');
  await query(
    'update reset_exclusions set noticed_at = null, created_by_id = null where principal_email = $1',
    [suna.principalEmail],
  );
  expect(await run(job)).toBe('Emails: 2.');
  const jobs = await query("select from jobs.job where name = 'password-reset.exclusion-email'");
  expect(jobs).toHaveLength(4);
});

test('of two servers that find the same change unfinished, or the same exclusion, one notifies people', async () => {
  const { platform, database } = { ...office.server.quad, ...office.server };
  const it = await office.server.signIn('it');
  const body = {
    principalEmail: suna.principalEmail,
    expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
  };
  await it.send(calls.addExclusion, { body });
  onTestFinished(async () => void (await query('delete from reset_exclusions')));
  await query("update reset_exclusions set created_at = now() - interval '30 days'");
  const note = 'update reset_exclusions set noticed_at = now()';
  expect(await changeMeanwhile(database, note, () => run(createExclusionCheck(platform)))).toBe('Emails: 0.');

  const linkId = randomUUID();
  await query(
    `insert into reset_links (id, token_hash, principal_email, account_key, expires_at, state)
     values ($1, '\\x00', $2, '', now(), 'claimed')`,
    [linkId, suna.principalEmail],
  );
  const finish = `update reset_links set state = 'used' where id = '${linkId}'`;
  await changeMeanwhile(database, finish, () => run(createSettle(platform, platform), { linkId }));
  expect(
    await query("select from jobs.job where name = 'password-reset.notice' and data->>'linkId' = $1", [
      linkId,
    ]),
  ).toEqual([]);
});

test('while the mail server defers one address, the other gets its email once', async () => {
  const { platform } = office.server.quad;
  await office.server.signIn('volunteer');
  const personId = await personIdOf(vera);
  const sent: string[] = [];
  const send = async ({ to }: { to: string | readonly string[] }) => {
    if (to === vera.personalEmail) throw new EmailDeferred('Try again later.');
    sent.push(String(to));
    return 'Sent.';
  };
  const notice = createNotice({ ...platform, mail: { ...platform.mail, send } });
  const before = new Date();
  await platform.change.changeAsSystem('test')(async (unit) => {
    unit.demand(byPermission);
    unit.record({ action: 'password.change', subject: { type: 'password', id: personId, columns: {} } });
    await enqueueNotice(unit, { personId, isSure: true });
  });
  const jobs = await query(
    "select data from jobs.job where name = 'password-reset.notice' and created_on >= $1 and data->>'personId' = $2",
    [before, personId],
  );
  for (const { data } of jobs) {
    const trying = run(notice, data).then(
      () => 'done',
      () => 'again',
    );
    if ((await trying) === 'again') await expect(run(notice, data)).rejects.toThrow(EmailDeferred);
  }
  expect(sent).toEqual([vera.principalEmail]);
});

test('an attempt says that its link could not be sent, once that is final, and a person can try again', async () => {
  const { platform } = office.server.quad;
  const [{ id: attemptId }] = await query(
    `insert into reset_attempts (id, principal_email, client_address, user_agent, referrer, outcome, reasons)
     values (gen_random_uuid(), $1, '203.0.113.9', '', '', 'matched', '{}') returning id`,
    [vera.principalEmail],
  );
  const embedded = createEmbeddedWriter(platform, []);
  const down = { ...embedded, find: () => Promise.reject(new DirectoryDown('ECONNRESET')) };
  const campus = passwordResetSettings.campus.parse({});
  const trying = async (
    { final = false, writer = embedded }: { final?: boolean; writer?: PasswordWriter },
    context?: Partial<JobContext>,
  ) => {
    const send = () => Promise.reject(new JobFailure('It was not taken.', { final }));
    const job = createSendLink(
      { ...platform, mail: { ...platform.mail, send } },
      { writer, campus, secrets: platform.secrets, directoryProviders: [] },
    );
    await expect(run(job, { attemptId }, context)).rejects.toThrow(JobFailure);
    const [row] = await query('select outcome, reasons from reset_attempts where id = $1', [attemptId]);
    await query(`update reset_attempts set outcome = 'matched', reasons = '{}' where id = $1`, [attemptId]);
    return [row.outcome, ...row.reasons];
  };
  expect(await trying({})).toEqual(['matched']);
  expect(await trying({ final: true })).toEqual(['not-sent', 'mail-failed']);
  expect(await trying({}, { isLastTry: true })).toEqual(['not-sent', 'mail-failed']);
  expect(await trying({ writer: down })).toEqual(['matched']);
  expect(await trying({ writer: down }, { isLastTry: true })).toEqual(['not-sent', 'directory-down']);

  await query(`update reset_attempts set outcome = 'not-sent' where id = $1`, [attemptId]);
  const job = createSendLink(platform, {
    writer: embedded,
    campus,
    secrets: platform.secrets,
    directoryProviders: [],
  });
  await run(job, { attemptId });
  expect(await query('select outcome from reset_attempts where id = $1', [attemptId])).toEqual([
    { outcome: 'sent' },
  ]);
});

test('a personal address that a rotation of the secret has made unreadable counts as none', async () => {
  const { platform } = office.server.quad;
  await office.server.signIn('student');
  const personId = await personIdOf(suna);
  const secrets = createSecrets(['a newer secret, after the older one was dropped']);
  const taken: unknown[] = [];
  const send = async ({ to }: { to: string | readonly string[] }) => {
    taken.push(to);
    return 'Sent.';
  };
  const rotated = { ...platform, secrets, mail: { ...platform.mail, send } };
  const notify = (where: 'college' | 'personal') =>
    run(createNotice(rotated), { id: personId, personId, isSure: true, where });
  expect(await notify('personal')).toBe('There is no such address on record.');
  await notify('college');
  expect(taken).toEqual([suna.principalEmail]);
  // Someone typed everything right before the rotation.
  const [{ id: attemptId }] = await query(
    `insert into reset_attempts (id, principal_email, client_address, user_agent, referrer, outcome, reasons)
     values (gen_random_uuid(), $1, '203.0.113.9', '', '', 'matched', '{}') returning id`,
    [suna.principalEmail],
  );
  const writer = createEmbeddedWriter(platform, []);
  const campus = passwordResetSettings.campus.parse({});
  expect(
    await run(createSendLink(rotated, { writer, campus, secrets, directoryProviders: [] }), { attemptId }),
  ).toContain('nothing was sent');
  expect(await query('select outcome, reasons from reset_attempts where id = $1', [attemptId])).toEqual([
    { outcome: 'not-sent', reasons: ['no-personal-email'] },
  ]);
});
