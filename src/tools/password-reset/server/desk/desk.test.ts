import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAccount } from '../../../../platform/contract/account.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import * as calls from '../../contract.ts';
import { type Office, openOffice, suna, vera } from '../testing/reset-office.ts';

let office: Office;
let it: TestClient;
let it2: TestClient;
beforeAll(async () => {
  office = await openOffice({ settings: { limits: { deskPerDay: 4 } }, people: [suna] });
  it = await office.server.signIn('it');
  it2 = await office.server.signIn('it2');
});
afterAll(() => office.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await office.server.database.pool.query(text, values)).rows;
beforeEach(() => query('delete from throttle_counters'));
const start = (client: TestClient, principalEmail: string) =>
  client.send(calls.startDeskReset, { body: { principalEmail, idKind: 'passport' } });
const confirm = (client: TestClient, id = '') => client.send(calls.confirmDeskReset, { params: { id } });
const decline = (id = '') => it.send(calls.declineDeskReset, { params: { id } });
const newest = async () => (await it2.send(calls.listDeskResets, { query: { page: 1 } })).body.data[0];

test('two people in IT vouch for someone, who sets a password with the link and is notified at every address', async () => {
  const started = await start(it, ' Student@Sawtooth.example');
  expect(started.body.data).toMatchObject({
    name: 'Suna Okello Lind',
    idKind: 'passport',
    startedBy: 'Iris Thornwell',
    state: 'waiting',
    can: { confirm: false, decline: true },
  });
  const id = started.body.data?.id;
  // In the same session or another one: it has to be someone else.
  for (const client of [it, await office.server.signIn('it')])
    expect([(await confirm(client, id)).status, (await confirm(client, id)).body]).toMatchObject([
      403,
      { reason: 'same-person' },
    ]);
  expect(await newest()).toMatchObject({ state: 'waiting', can: { confirm: true } });
  expect((await start(it2, suna.principalEmail)).body).toMatchObject({ reason: 'already-waiting' });
  expect(await query('select from reset_links')).toHaveLength(0);

  const answers = await Promise.all([confirm(it2, id), confirm(it2, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  const link = answers.find(({ status }) => status === 200)?.body.data?.link ?? '';
  expect(await newest()).toMatchObject({ state: 'confirmed', confirmedBy: 'Ivo Castell Brandt' });
  for (const address of [suna.principalEmail, suna.personalEmail])
    expect((await office.emailTo(address, /^IT gave out a link/)).text).toContain('showed a passport');

  // Closed too early: one of the two shows a new code, the first ends, and its time does not start over.
  const show = (client: TestClient) => client.send(calls.showDeskCode, { params: { id } });
  await query("update reset_links set expires_at = now() + interval '5 minutes' where state = 'open'");
  const [{ until }] = (await query("select expires_at as until from reset_links where state = 'open'")) as [
    { until: Date },
  ];
  const password = 'harbor violet staircase';
  const first = link.split('#')[1] ?? '';
  const again = await show(it);
  expect(again.body.data?.expiresAt).toBe(until.toISOString());
  expect((await office.visitor().send(calls.setPassword, { body: { token: first, password } })).status).toBe(
    410,
  );
  expect(await newest()).toMatchObject({ state: 'confirmed', can: { showAgain: true } });
  await office.server.database.pool.query(
    "update desk_resets set started_by_id = '00000000-0000-4000-8000-000000000001' where id = $1",
    [id],
  );
  expect((await show(it)).status).toBe(403);
  const last = await show(it2);
  expect((await show(await office.server.signIn('staff'))).status).toBe(403);
  const [, token = ''] =
    /^http.*\/support\/password-reset\/new-password#([\w-]{43})$/.exec(last.body.data?.link ?? '') ?? [];
  expect((await office.visitor().send(calls.setPassword, { body: { token, password } })).status).toBe(200);
  expect(await newest()).toMatchObject({
    state: 'used',
    can: { confirm: false, decline: false, showAgain: false },
  });
  expect((await show(it2)).status).toBe(410);
  const entries = await query(
    `select action, actor_name, about, after from audit_entries
     where action like 'desk-reset%' and subject_id = $1 order by at`,
    [id],
  );
  expect(entries).toMatchObject([
    { action: 'desk-reset.start', actor_name: 'Iris Thornwell', after: { id_kind: 'passport' } },
    { action: 'desk-reset.confirm', actor_name: 'Ivo Castell Brandt', after: { id_kind: 'passport' } },
    { action: 'desk-reset.show-code', actor_name: 'Iris Thornwell' },
    { action: 'desk-reset.show-code', actor_name: 'Ivo Castell Brandt' },
  ]);
  for (const secret of [first, token]) expect(JSON.stringify(entries)).not.toContain(secret);
});

test('a new address in the directory counts before the next sign-in: a reset ends all sessions, and no one vouches for themselves', async () => {
  const rename = async (client: TestClient, address: string) => {
    const { id } = (await client.send(readAccount)).body;
    await query(
      `insert into directory_records (key, email, active, person_id, account_name, given_name, family_name, title,
        department, department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
      values ($1, $1, true, $2, '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', '')`,
      [address, id],
    );
    await query("update people set email = 'former.' || email where id = $1", [id]);
  };
  const ra = await office.server.signIn('ra');
  await rename(ra, 'RA@sawtooth.example');
  const started = await start(it, 'ra@sawtooth.example');
  const confirmed = await confirm(it2, started.body.data?.id);
  const token = confirmed.body.data?.link.split('#')[1] ?? '';
  const body = { token, password: 'harbor violet staircase' };
  expect((await office.visitor().send(calls.setPassword, { body })).status).toBe(200);
  expect((await ra.send(readAccount)).status).toBe(401);

  await rename(it, 'it@sawtooth.example');
  expect((await start(it, 'it@sawtooth.example')).body).toMatchObject({ reason: 'own-account' });
  await query("update people set email = replace(email, 'former.', '')");
});

test('never for oneself, nor for an account that is protected, excluded, or disabled, even if only since then', async () => {
  const refusal = async (answer: ReturnType<typeof start> | ReturnType<typeof confirm>) => {
    const { status, body } = await answer;
    return [status, (body as { reason?: string }).reason];
  };
  expect(await refusal(start(it, 'IT@sawtooth.example'))).toEqual([403, 'own-account']);
  expect(await refusal(start(it, 'it2@sawtooth.example'))).toEqual([409, 'not-possible']);
  expect(await refusal(start(it, 'no.one@sawtooth.example'))).toEqual([409, 'not-possible']);
  expect((await start(await office.server.signIn('staff'), vera.principalEmail)).status).toBe(403);
  // No facts are needed for it, since an ID takes their place.
  const { body } = await start(it, vera.principalEmail);
  const id = body.data?.id;
  const ending = async (change: string, undo: string) => {
    await query(change, [vera.principalEmail]);
    const found = await confirm(it2, id);
    await query(undo, [vera.principalEmail]);
    return [found.status, Object.values((found.body as { fields?: object }).fields ?? {})];
  };
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await it.send(calls.addExclusion, { body: { principalEmail: vera.principalEmail, expiresAt } });
  expect(await ending('select $1::text', 'delete from reset_exclusions where principal_email = $1')).toEqual([
    409,
    ['They are excluded.'],
  ]);
  const turn = (off: boolean) => `update demo_people set disabled = ${off} where email = $1`;
  expect((await ending(turn(true), turn(false)))[0]).toBe(409);
  // The second person must not be the one it is about, either.
  await query("update desk_resets set principal_email = 'it2@sawtooth.example' where id = $1", [id]);
  expect(await refusal(confirm(it2, id))).toEqual([403, 'own-account']);
  await query("update desk_resets set expires_at = now() - interval '1 second' where id = $1", [id]);
  expect(await refusal(confirm(it2, id))).toEqual([410, 'over']);
  expect((await decline(id)).status).toBe(410);
});

test('the first of the two counts only while they may still vouch', async () => {
  const staff = 'staff@sawtooth.example';
  const { body } = await start(it, staff);
  const id = body.data?.id;
  const block = (isBlocked: boolean) =>
    query("update people set disabled = $1 where email = 'it@sawtooth.example'", [isBlocked]);
  const leave = (groups: string) =>
    query(
      "update identities set groups = $1 from people p where p.id = person_id and p.email = 'it@sawtooth.example'",
      [groups],
    );
  for (const [end, undo] of [
    [() => block(true), () => block(false)],
    [() => leave('{Domain-Staff}'), () => leave('{Domain-IT,Domain-Staff}')],
  ] as const) {
    await end();
    const refused = await confirm(it2, id);
    expect([refused.status, refused.body]).toMatchObject([
      410,
      { detail: "Iris Thornwell can't vouch for anyone anymore. Decline this request, and start over." },
    ]);
    await undo();
  }
  expect((await confirm(it2, id)).status).toBe(200);
});

test('a request can be declined, and no one vouches for more people a day than the college allows', async () => {
  const faculty = 'faculty@sawtooth.example';
  for (let count = 0; count < 4; count += 1) {
    const { body } = await start(it, faculty);
    expect((await decline(body.data?.id)).status).toBe(204);
    expect((await confirm(it2, body.data?.id)).status).toBe(410);
  }
  expect(await newest()).toMatchObject({ state: 'declined' });
  expect((await start(it, faculty)).status).toBe(429);
  const waiting = await start(it2, faculty);
  expect(waiting.status).toBe(201);
  expect((await confirm(it, waiting.body.data?.id)).status).toBe(429);
  // The demo's passwords have no lockout.
  expect((await it.send(calls.readDesk)).body.data).toEqual({ isOn: true, canUnlock: false });
  const body = { principalEmail: faculty };
  expect((await it2.send(calls.unlockAccount, { body })).status).toBe(404);
});

test('a refusal that reveals that nothing rules out an account is on record, too', async () => {
  const business = 'business@sawtooth.example';
  const { body } = await start(it, business);
  const asked = () =>
    query(
      `select from audit_entries where action = 'password-eligibility.check'
       and actor_name = 'Ivo Castell Brandt' and subject_id = $1`,
      [business],
    );
  for (let count = 0; count < 4; count += 1)
    expect((await start(it2, business)).body).toMatchObject({ reason: 'already-waiting' });
  for (const refused of [await start(it2, business), await confirm(it2, body.data?.id)])
    expect(refused.body).toMatchObject({ reason: 'too-many' });
  expect(await asked()).toHaveLength(6);
});

test('asking about accounts at the desk is limited like Check Eligibility, and what it says is on record', async () => {
  const asked = async () =>
    (
      await query("select after from audit_entries where action = 'password-eligibility.check' order by at")
    ).map(({ after }) => after);
  const before = await asked();
  const ask = (principalEmail: string) =>
    it.fetch('POST', calls.startDeskReset.path, {
      // As the screen sends it: with a key, a refusal rolls back what its call has written.
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      payload: JSON.stringify({ principalEmail, idKind: 'passport' }),
    });
  for (let count = 0; count < 60; count += 1)
    expect((await ask(`nobody${count}@sawtooth.example`)).status).toBe(409);
  expect((await ask('one.more@sawtooth.example')).body).toMatchObject({ reason: 'too-many-checks' });
  const body = { principalEmail: suna.principalEmail };
  expect((await it.send(calls.checkEligibility, { body })).status).toBe(429);
  const entries = (await asked()).slice(before.length);
  expect(entries).toHaveLength(60);
  expect(entries[0]).toEqual({ principal_email: 'nobody0@sawtooth.example', eligible: false });
});
