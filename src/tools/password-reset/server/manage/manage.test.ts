import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAccount } from '../../../../platform/contract/account.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import * as calls from '../../contract.ts';
import { readStanding } from '../standing.ts';
import { type Office, openOffice, suna, typedBy, vera } from '../testing/reset-office.ts';

let office: Office;
let it: TestClient;
beforeAll(async () => {
  office = await openOffice();
  it = await office.server.signIn('it');
});
afterAll(() => office.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await office.server.database.pool.query(text, values)).rows;
const audited = (action: string) =>
  query('select actor_name, about, after from audit_entries where action = $1 order by at desc, id desc', [
    action,
  ]);
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const day = 86_400_000;

test('B19, B20: attempts are listed as text, bounded and masked, and each look at what was typed is on record', async () => {
  await office.attempt(typedBy(vera));
  const captchaValue = await office.solve();
  await office.visitor().fetch('POST', calls.attemptReset.path, {
    remoteAddress: '203.0.113.99',
    headers: {
      'content-type': 'application/json',
      'user-agent': `<script>alert(1)</script>\t=cmd()${'x'.repeat(20_000)}`,
      referer: `https://evil.example/${'y'.repeat(9_000)}`,
    },
    payload: JSON.stringify({ ...typedBy(suna), id: '1', captchaValue }),
  });
  const listed = await it.send(calls.listAttempts, {
    query: { page: 1, PrincipalEmail: 'STUDENT@', IpAddress: '.113.99' },
  });
  const [row] = listed.body.data;
  expect(row).toMatchObject({
    PrincipalEmail: suna.principalEmail,
    IpAddress: '203.0.113.99',
    outcome: 'refused',
    reasons: ['wrong-facts'],
  });
  expect(row?.UserAgent).toMatch(/^<script>alert\(1\)<\/script> ?=cmd\(\)x+$/);
  expect([row?.UserAgent.length, row?.Referrer.length]).toEqual([400, 400]);
  expect(listed.text).not.toMatch(/5142|3\/9\/2005|555-0108|0800/);
  expect((await it.send(calls.listAttempts, { query: { page: 1, PrincipalEmail: '%' } })).body.data).toEqual(
    [],
  );

  const clear = await it.send(calls.readAttemptPayload, { params: { id: row?._id ?? '' } });
  expect(clear.body.data).toMatchObject({
    birthdate: '3/9/2005',
    last4ssn: '5142',
    personalPhoneNumber: '(208) 555-0108',
  });
  expect(await audited('password-reset-payload.read')).toMatchObject([{ actor_name: 'Iris Thornwell' }]);
  // Only the directory knows someone who has never signed in. The earlier owner of the address has left.
  const { body } = await (await office.server.signIn('student')).send(readAccount);
  for (const [key, isActive, personId] of [
    ['S1', true, null],
    ['S0', false, body.id],
  ])
    await query(
      `insert into directory_records (key, email, active, person_id, account_name, given_name, family_name, title,
        department, department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
      values ($1, 'Student@sawtooth.example', $2, $3, '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', '')`,
      [key, isActive, personId],
    );
  await it.send(calls.readAttemptPayload, { params: { id: row?._id ?? '' } });
  await query('delete from directory_records');
  expect((await audited('password-reset-payload.read')).map(({ about }) => about)).toEqual([
    'directory:S1',
    null,
  ]);
});

test('an exclusion continues under a new address, whether the sign-in or the directory has it first', async () => {
  onTestFinished(async () => {
    await query(
      `update people set email = 'volunteer@sawtooth.example' where email = 'vera@sawtooth.example'`,
    );
    await query('delete from reset_exclusions');
  });
  await office.server.signIn('volunteer');
  await query(
    `insert into directory_records (key, email, active, account_name, given_name, family_name, title, department,
       department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
     values ('N1', 'Maiden@sawtooth.example', true, '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', '')`,
  );
  const expiresAt = later(day);
  for (const principalEmail of ['volunteer@sawtooth.example', 'maiden@sawtooth.example'])
    expect((await it.send(calls.addExclusion, { body: { principalEmail, expiresAt } })).status).toBe(201);
  await query(`update people set email = 'vera@sawtooth.example' where email = 'volunteer@sawtooth.example'`);
  await query(`update directory_records set email = 'married@sawtooth.example' where key = 'N1'`);
  const reasonsOf = async (name: string) => {
    const email = `${name}@sawtooth.example`;
    const rules = { campus: { protectedGroups: [] }, directoryProviders: [] };
    const named = { email, addresses: [email], key: null };
    return (await readStanding(office.server.quad.platform.reader, rules, named)).reasons;
  };
  for (const name of ['vera', 'married']) expect(await reasonsOf(name)).toContain('excluded');
  expect(await reasonsOf('someone')).not.toContain('excluded');
});

test('B21: an account is excluded once, until a future time, and a deleted exclusion is gone', async () => {
  const add = (expiresAt: string, principalEmail = 'Fgd@sawtooth.example') =>
    it.send(calls.addExclusion, { body: { principalEmail, expiresAt } });
  for (const wrong of [later(-day), '9999-01-01T00:00:00Z', 'tomorrow', ''])
    expect(await add(wrong)).toMatchObject({
      status: 400,
      body: { fields: { expiresAt: expect.any(String) } },
    });
  // The form checks the same shape, on devices whose clocks may be ahead.
  expect(
    calls.newExclusion.safeParse({ principalEmail: 'a@b.example', expiresAt: later(-day) }).success,
  ).toBe(true);
  const both = await Promise.all([add(later(day)), add(later(2 * day))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const { body } = await it.send(calls.listExclusions, { query: { page: 1 } });
  expect(body.meta).toMatchObject({ total: 1, pageSize: 20 });
  const id = body.data[0]?._id ?? '';
  expect((await it.send(calls.deleteExclusion, { params: { id } })).status).toBe(204);
  expect((await it.send(calls.deleteExclusion, { params: { id } })).status).toBe(404);
  // One that is over makes room for the next.
  await add(later(day));
  await query("update reset_exclusions set expires_at = now() - interval '1 second'");
  const next = await add(later(day));
  expect(next.status).toBe(201);
  const replaced = await query(
    "select before from audit_entries where action = 'password-exclusion.create' and subject_id = $1",
    [next.body.data._id],
  );
  expect(replaced).toEqual([{ before: null }]);
});

test('an exclusion is replaced only on purpose, and stands until it is', async () => {
  const principalEmail = 'extended@sawtooth.example';
  const add = (expiresAt: string, more = {}) =>
    it.send(calls.addExclusion, { body: { principalEmail, expiresAt, ...more } });
  const [first, second] = [later(day), later(2 * day)];
  const { _id: id } = (await add(first)).body.data;
  expect((await add(second)).body).toMatchObject({ reason: 'already-excluded' });
  const replaced = await add(second, { replaces: true, reason: 'The case takes longer.' });
  expect([replaced.status, replaced.body.data.expiresAt]).toEqual([201, second]);
  expect((await it.send(calls.deleteExclusion, { params: { id } })).status).toBe(404);
  const [entry] = await query(
    "select before, after from audit_entries where action = 'password-exclusion.create' and subject_id = $1",
    [replaced.body.data._id],
  );
  expect(entry).toMatchObject({ before: { expires_at: first }, after: { expires_at: second } });
});

test('what IT writes as the reason for an exclusion is encrypted in the audit log', async () => {
  const reason = 'Suspended, says the dean';
  const body = { principalEmail: 'grant.holder@sawtooth.example', expiresAt: later(day), reason };
  const added = await it.send(calls.addExclusion, { body });
  expect(added.body.data.reason).toBe(reason);
  const params = { id: added.body.data._id };
  expect((await it.send(calls.deleteExclusion, { params })).status).toBe(204);
  const entries = await query(
    'select action, before, after, sensitive is not null as "isSensitive" from audit_entries where subject_id = $1',
    [params.id],
  );
  expect(entries.map(({ action, isSensitive }) => [action, isSensitive]).toSorted()).toEqual([
    ['password-exclusion.create', true],
    ['password-exclusion.delete', true],
  ]);
  expect(JSON.stringify(entries)).not.toContain(reason);
});

test('B22: only IT checks who is eligible, is told why not, is on record for it, and is slowed down', async () => {
  const check = (client: TestClient, principalEmail: string) =>
    client.send(calls.checkEligibility, { body: { principalEmail } });
  expect((await check(office.visitor(), suna.principalEmail)).status).toBe(401);
  expect((await check(await office.server.signIn('student'), suna.principalEmail)).status).toBe(403);
  expect((await check(it, suna.principalEmail)).body.data).toEqual({
    eligible: true,
    message: 'student@sawtooth.example is eligible for a self-serve password reset.',
  });
  const refused = await check(it, ' IT@sawtooth.example');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      detail: 'it@sawtooth.example is not eligible for a self-serve password reset.',
      fields: { principalEmail: expect.stringMatching(/no facts.*protected/) },
    },
  ]);
  expect(await audited('password-eligibility.check')).toMatchObject([
    { after: { principal_email: 'it@sawtooth.example', eligible: false } },
    { after: { principal_email: suna.principalEmail, eligible: true } },
  ]);
  for (let count = 0; count < 58; count += 1) await check(it, `nobody${count}@sawtooth.example`);
  expect((await check(it, 'one.more@sawtooth.example')).status).toBe(429);
});

test('people who manage resets are protected, whatever their group is called', async () => {
  const own = await openOffice({ granted: { 'password-reset.manage': 'sgrpVolunteers' } });
  onTestFinished(() => own.stop());
  const manager = await own.server.signIn('it');
  const refused = await manager.send(calls.checkEligibility, {
    body: { principalEmail: vera.principalEmail },
  });
  expect(refused.body).toMatchObject({ fields: { principalEmail: expect.stringMatching(/protected/) } });
  expect((await own.attempt(typedBy(vera))).status).toBe(409);
  expect((await own.attempt(typedBy(suna))).status).toBe(200);
});
