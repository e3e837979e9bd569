import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endless } from '../../../../../platform/server/testing/endless.ts';
import { json, ScriptedHttp } from '../../../../../platform/server/testing/scripted-http.ts';
import * as calls from '../../../contract.ts';
import { type Office, openOffice, suna, tokenIn, typedBy, vera } from '../../testing/reset-office.ts';
import { DirectoryDown } from '../password-writer.ts';
import { createEntraWriter } from './entra-writer.ts';

/** Entra ID according to its documentation; not tried against the real one. */
const entra = new ScriptedHttp();
const person = {
  id: '6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0',
  mail: 'Student@sawtooth.example' as string | null,
  userPrincipalName: 's0800201@sawtooth.example',
  displayName: 'Suna Okello Lind',
  accountEnabled: true,
  onPremisesSyncEnabled: null as boolean | null,
  lastPasswordChangeDateTime: '2026-01-01T00:00:00Z',
};
/** In a student system that also knows her by another of her addresses. */
const bySecond = { ...suna, id: '0800-777', principalEmail: person.userPrincipalName };
let found: object[] = [person];
let heldRoles: object[] = [];
let write = json(204, undefined);
let url: string;
let office: Office;
const logLines: Record<string, unknown>[] = [];

beforeAll(async () => {
  url = await entra.open();
  entra.answer = (response, exchange) => {
    const { pathname, searchParams } = new URL(exchange.request.url ?? '', url);
    const names = searchParams.get('$select')?.split(',') ?? [];
    // As Graph does: what was not requested is not sent.
    const selected = (whole: object) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));
    const answer =
      pathname === '/our-tenant/oauth2/v2.0/token'
        ? json(200, { token_type: 'Bearer', access_token: 'a token', expires_in: 3_599 })
        : exchange.request.headers.authorization !== 'Bearer a token'
          ? json(401, {})
          : exchange.request.method === 'PATCH'
            ? write
            : json(200, { value: (pathname.includes('directoryRole') ? heldRoles : found).map(selected) });
    answer(response, exchange);
  };
  const directory = { kind: 'entra', tenantId: 'our-tenant', clientId: 'quad', graphUrl: url, loginUrl: url };
  const variables = { QUAD_PASSWORD_RESET_SECRET: 'the secret of the application' };
  office = await openOffice({ settings: { directory }, people: [suna, vera, bySecond], variables, logLines });
});
afterAll(async () => {
  await office.stop();
  await entra.close();
});
beforeEach(async () => {
  [found, heldRoles, write] = [[person], [], json(204, undefined)];
  await office.server.database.pool.query('delete from throttle_counters');
});

const password = "violet 'harbor' staircase";
const asked = (method: string) => entra.exchanges.filter(({ request }) => request.method === method);

test('a password is written to Entra ID, whose complaint is shown, and no one is asked for a different one', async () => {
  await office.attempt(typedBy(suna));
  const token = tokenIn(await office.emailTo(suna.personalEmail, /^Set your new password/));
  const set = () => office.visitor().send(calls.setPassword, { body: { token, password } });
  const message = 'The specified password does not comply with password complexity requirements.';
  write = json(400, { error: { code: 'Request_BadRequest', message } });
  expect((await set()).body).toMatchObject({
    fields: { password: expect.stringContaining("Microsoft's rules") },
  });
  write = json(204, undefined);
  expect((await set()).status).toBe(200);
  const { request, body } = asked('PATCH').at(-1) ?? {};
  expect(request?.url).toBe(`/v1.0/users/${person.id}`);
  expect(JSON.parse(body ?? '')).toEqual({
    passwordProfile: { password, forceChangePasswordNextSignIn: false },
  });
  const signIns = asked('POST').map((exchange) => Object.fromEntries(new URLSearchParams(exchange.body)));
  const secret = 'the secret of the application';
  // One token for all of it, and nothing of it in the log.
  expect(signIns.filter((signIn) => signIn.client_secret === secret)).toMatchObject([
    { grant_type: 'client_credentials', client_id: 'quad' },
  ]);
  expect(JSON.stringify(logLines)).not.toMatch(/harbor|a token|secret of the application/);
});

test('a synchronized account, an administrator, a disabled one, and two of the same name get no link', async () => {
  const it = await office.server.signIn('it');
  expect((await it.send(calls.readDesk)).body.data).toEqual({ isOn: true, canUnlock: false });
  const cases: [object[], object[]][] = [
    [[{ ...person, onPremisesSyncEnabled: true }], []],
    [[person], [{ id: 'a role' }]],
    [[{ ...person, accountEnabled: false }], []],
    // Graph does not say.
    [[{ ...person, accountEnabled: null }], []],
    [[person, { ...person, id: 'another' }], []],
    [[], []],
  ];
  const links = async () => (await office.server.database.pool.query('select from reset_links')).rowCount;
  const before = await links();
  for (const [people, held] of cases) {
    [found, heldRoles] = [people, held];
    expect((await office.attempt(typedBy(suna))).status).toBe(200);
    await expect
      .poll(
        async () => {
          const { rows } = await office.server.database.pool.query(
            'select outcome from reset_attempts order by created_at desc limit 1',
          );
          return rows[0].outcome;
        },
        { timeout: 20_000 },
      )
      .toBe('not-sent');
    await office.server.database.pool.query('delete from throttle_counters');
  }
  expect(await links()).toBe(before);
  // IT is not told that there is no such account, which it would find in the directory.
  found = [person, { ...person, id: 'another' }];
  const check = { body: { principalEmail: suna.principalEmail } };
  expect((await it.send(calls.checkEligibility, check)).body).toMatchObject({
    fields: { principalEmail: expect.stringContaining('has more than one') },
  });
  const search = asked('GET').findLast(({ request }) => request.url?.includes('filter'));
  expect(new URL(search?.request.url ?? '', url).searchParams.get('$filter')).toBe(
    `mail eq '${suna.principalEmail}' or userPrincipalName eq '${suna.principalEmail}'`,
  );
});

test('a lost response leaves it open whether the password was changed, and says so', async () => {
  const elsewhere = await office.server.signIn('student');
  const newLink = async () => {
    const [it, it2] = [await office.server.signIn('it'), await office.server.signIn('it2')];
    const asked = { principalEmail: suna.principalEmail, idKind: 'passport' } as const;
    const started = await it.send(calls.startDeskReset, { body: asked });
    const params = { id: started.body.data?.id ?? '' };
    const confirmed = await it2.send(calls.confirmDeskReset, { params });
    return confirmed.body.data?.link.split('#')[1] ?? '';
  };
  const token = await newLink();
  const set = (used: string) => office.visitor().send(calls.setPassword, { body: { token: used, password } });
  // These say that nothing was changed, so the link stays.
  for (const [status, reason] of [
    [403, 'directory-refuses'],
    [429, 'directory-down'],
  ] as const) {
    write = json(status, {});
    expect((await set(token)).body).toMatchObject({ status: 503, reason });
  }
  expect((await elsewhere.fetch('GET', '/api/auth/account')).status).toBe(200);
  write = json(503, {});
  const answer = await set(token);
  expect([answer.status, answer.body]).toMatchObject([503, { reason: 'unclear' }]);
  expect((await elsewhere.fetch('GET', '/api/auth/account')).status).toBe(401);
  for (const address of [suna.principalEmail, suna.personalEmail])
    await office.emailTo(address, /may have been changed$/);
  expect((await set(token)).status).toBe(410);
  write = json(204, undefined);
  expect((await set(await newLink())).status).toBe(200);
});

test('a second address of an account circumvents nothing, and its owner is signed out and notified', async () => {
  const { pool } = office.server.database;
  const [it, it2] = [await office.server.signIn('it'), await office.server.signIn('it2')];
  const start = (principalEmail: string) =>
    it.send(calls.startDeskReset, { body: { principalEmail, idKind: 'passport' } });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const exclude = (principalEmail: string) =>
    it.send(calls.addExclusion, { body: { principalEmail, expiresAt } });
  const both = [suna.principalEmail, bySecond.principalEmail];
  for (const excluded of both) {
    await exclude(excluded);
    for (const principalEmail of both) {
      const fields = { principalEmail: 'They are excluded.' };
      expect((await start(principalEmail)).body).toMatchObject({ reason: 'not-possible', fields });
      const checked = await it.send(calls.checkEligibility, { body: { principalEmail } });
      expect(checked.body).toMatchObject({ fields });
    }
    await pool.query('delete from reset_exclusions');
  }
  // The form asks no directory, so that it takes equally long for everyone; what follows it does.
  await exclude(suna.principalEmail);
  expect((await office.attempt(typedBy(bySecond))).status).toBe(200);
  await expect
    .poll(
      async () =>
        (await pool.query('select reasons from reset_attempts order by created_at desc limit 1')).rows,
    )
    .toEqual([{ reasons: ['excluded'] }]);
  await pool.query('delete from reset_exclusions');

  const started = await start(bySecond.principalEmail);
  expect(started.body.data).toMatchObject({ principalEmail: suna.principalEmail });
  expect((await start(suna.principalEmail)).body).toMatchObject({ reason: 'already-waiting' });
  const confirmed = await it2.send(calls.confirmDeskReset, { params: { id: started.body.data?.id ?? '' } });
  const token = confirmed.body.data?.link.split('#')[1] ?? '';
  const set = () => office.visitor().send(calls.setPassword, { body: { token, password } });
  await exclude(bySecond.principalEmail);
  expect((await set()).status).toBe(410);
  await pool.query('delete from reset_exclusions');
  const elsewhere = await office.server.signIn('student');
  expect((await set()).status).toBe(200);
  expect((await elsewhere.fetch('GET', '/api/auth/account')).status).toBe(401);
  await office.emailTo(suna.principalEmail, /was changed$/);

  for (const mail of ['it@sawtooth.example', null]) {
    found = [{ ...person, mail, userPrincipalName: 'ithornwell@sawtooth.example' }];
    expect((await start('ithornwell@sawtooth.example')).body).toMatchObject(
      mail === null ? { data: { principalEmail: 'ithornwell@sawtooth.example' } } : { reason: 'own-account' },
    );
  }
});

test('a college that knows people by their user principal name says so', async () => {
  const named = {
    tenantId: 'our-tenant',
    clientId: 'quad',
    secret: 'a secret',
    graphUrl: url,
    loginUrl: url,
  };
  const writer = createEntraWriter({ ...named, emailAttribute: 'userPrincipalName' });
  const account = await writer.find(suna.principalEmail);
  expect(account?.email).toBe(person.userPrincipalName);
  expect(account?.addresses).toContain(suna.principalEmail);
});

test('a redirect takes no password elsewhere, and a token that Graph no longer accepts is requested again', async () => {
  const elsewhere = new ScriptedHttp();
  const location = await elsewhere.open();
  elsewhere.answer = json(204, undefined);
  const graph = new ScriptedHttp();
  const graphUrl = await graph.open();
  let tokens = 0;
  let isExpired = false;
  graph.answer = (response, exchange) => {
    if (exchange.request.method === 'POST') {
      tokens += 1;
      return json(200, { access_token: 'a token', expires_in: 3_599 })(response, exchange);
    }
    if (isExpired) return json(401, {})(response, exchange);
    return response.writeHead(307, { location }).end();
  };
  const settings = {
    ...{ tenantId: 'our-tenant', clientId: 'quad', secret: 'a secret' },
    ...{ graphUrl, loginUrl: graphUrl, emailAttribute: 'mail' as const },
  };
  const writer = createEntraWriter(settings);
  const account = {
    key: person.id,
    email: '',
    addresses: [],
    name: '',
    isDisabled: false,
    isProtected: false,
    stamp: null,
  };
  const write = () => writer.write({ ...account, isLocked: null }, password);
  await expect(write()).rejects.toMatchObject({ name: 'DirectoryDown', isUnanswered: true });
  expect(elsewhere.exchanges).toEqual([]);
  isExpired = true;
  await expect(write()).rejects.toBeInstanceOf(DirectoryDown);
  expect(tokens).toBe(1);
  await expect(write()).rejects.toBeInstanceOf(DirectoryDown);
  expect(tokens).toBe(2);
  // No one knows what an endless response says.
  const { sent, answer: pour } = endless();
  graph.answer = (response, exchange) =>
    exchange.request.method === 'POST'
      ? json(200, { access_token: 'a token', expires_in: 3_599 })(response, exchange)
      : pour(response);
  await expect(write()).rejects.toMatchObject({ code: 'ResponseTooLarge', isUnanswered: true });
  expect(sent.bytes).toBeLessThan(50 * 1024 * 1024);
  // What was typed stays within its quotation marks.
  graph.answer = (response, exchange) =>
    json(
      200,
      exchange.request.method === 'POST' ? { access_token: 'a token', expires_in: 3_599 } : { value: [] },
    )(response, exchange);
  await writer.find("o'neil@sawtooth.example");
  const address = new URL(graph.exchanges.at(-1)?.request.url ?? '', graphUrl);
  expect(address.searchParams.get('$filter')).toContain("mail eq 'o''neil@sawtooth.example' or");
  await elsewhere.close();
  // If no one is listening, nothing was sent.
  const unreached = createEntraWriter({ ...settings, graphUrl: location });
  const written = unreached.write({ ...account, isLocked: null }, password);
  await expect(written).rejects.toMatchObject({ code: 'ECONNREFUSED', isUnanswered: false });
  await graph.close();
});
