import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallRequest } from '../../../platform/contract/call.ts';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { withToken } from '../../../platform/server/testing/issue-token.ts';
import { sampleTool } from '../../../platform/server/testing/sample-tool.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { revokeEveryToken, touchToken } from '../../../platform/server/tokens/token-queries.ts';
import { createToken, listTokens, readTokenChoices, revokeToken, type TokenChoices } from '../contract.ts';
import { serviceTokensServer } from './index.ts';

type NewToken = CallRequest<typeof createToken>['body'];
let server: TestServer;
let it: TestClient;
let choices: TokenChoices;

beforeAll(async () => {
  server = await createTestServer({ tools: [serviceTokensServer, sampleTool] });
  await server.database.pool.query('create table notes (id uuid primary key, title text not null)');
  it = await server.signIn('it');
  choices = (await it.send(readTokenChoices)).body.data;
});
afterAll(() => server.stop());

function create(given: Partial<NewToken> = {}) {
  const body: NewToken = {
    name: 'Nightly reports',
    permissions: ['notes.add'],
    expiresOn: choices.lastDay,
    ...given,
  };
  return it.send(createToken, { body });
}

async function created(given: Partial<NewToken> = {}) {
  const { status, body } = await create(given);
  expect(status).toBe(201);
  return body.data;
}

const addNote = (secret: string) =>
  server.visitor.fetch('POST', '/api/notes', {
    ...withToken(secret, { headers: { 'content-type': 'application/json' } }),
    payload: JSON.stringify({ title: 'Bell' }),
  });

async function listed(id: string) {
  const { body } = await it.send(listTokens, { query: { page: 1, pageSize: 100 } });
  return body.data.find((token) => token.id === id);
}

test('a token works once it is created, and is shown in no later response', async () => {
  const { token, secret } = await created();
  expect(secret).toMatch(/^quad_[\w-]{43}$/);
  expect((await addNote(secret)).status).toBe(201);
  const { text } = await it.send(listTokens, { query: { page: 1 } });
  expect(text).not.toContain(secret.slice(5));
  expect(await listed(token.id)).toMatchObject({
    hint: secret.slice(-4),
    state: 'active',
    createdBy: 'Iris Thornwell',
    lastUsedAt: expect.any(String),
    lastUsedFrom: '127.0.0.1',
    can: { revoke: true },
  });
});

test('the use of a token is on record for that one alone, at most once a minute', async () => {
  const [other, { token, secret }] = [await created(), await created()];
  await addNote(secret);
  const { lastUsedAt } = (await listed(token.id)) ?? {};
  expect(lastUsedAt).toEqual(expect.any(String));
  await touchToken(server.database.database, token.id, '10.0.0.1');
  expect(await listed(token.id)).toMatchObject({ lastUsedAt, lastUsedFrom: '127.0.0.1' });
  expect(await listed(other.token.id)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
});

test('all tokens are revoked by a restore, and one that was revoked before says by whom', async () => {
  const [before, { token }] = [await created(), await created()];
  await it.send(revokeToken, { params: { id: before.token.id } });
  await server.database.database.transaction().execute((unit) => revokeEveryToken(unit, 'the restore'));
  expect(await listed(token.id)).toMatchObject({ state: 'revoked', revokedBy: 'the restore' });
  expect(await listed(before.token.id)).toMatchObject({ state: 'revoked', revokedBy: 'Iris Thornwell' });
});

test('the same Idempotency-Key makes one token, and its secret is not kept', async () => {
  const headers = { 'idempotency-key': 'twice' };
  const body = { name: 'Twice', permissions: ['notes.add'], expiresOn: choices.lastDay };
  const first = await it.send(createToken, { body, headers });
  const again = await it.send(createToken, { body, headers });
  expect([first.status, again.status, again.body]).toMatchObject([201, 409, { reason: 'key-reused' }]);
  const { data } = (await it.send(listTokens, { query: { page: 1, pageSize: 100 } })).body;
  expect(data.filter(({ name }) => name === 'Twice')).toHaveLength(1);
  const { rows } = await server.database.pool.query(
    "select answer from idempotency_keys where key = 'twice'",
  );
  expect(rows).toEqual([{ answer: null }]);
});

test('a revoked token stops working at once, and a second revocation says who was first', async () => {
  const { token, secret } = await created();
  expect((await it.send(revokeToken, { params: { id: token.id } })).status).toBe(204);
  expect(await addNote(secret)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } });
  expect(await listed(token.id)).toMatchObject({
    state: 'revoked',
    revokedBy: 'Iris Thornwell',
    can: { revoke: false },
  });
  expect(await it.send(revokeToken, { params: { id: token.id } })).toMatchObject({
    status: 409,
    body: { reason: 'revoked', detail: 'Iris Thornwell already revoked this token.' },
  });
});

test('who created and who revoked it is in the audit log, without the secret or its hash', async () => {
  const { token, secret } = await created({ addresses: ['10.20.0.0/16'] });
  await it.send(revokeToken, { params: { id: token.id } });
  const { rows } = await server.database.pool.query(
    'select action, actor_name, before, after, sensitive from audit_entries where subject_id = $1 order by id',
    [token.id],
  );
  expect(rows).toMatchObject([
    { action: 'service-token.create', actor_name: 'Iris Thornwell', after: { networks: ['10.20.0.0/16'] } },
    { action: 'service-token.revoke', actor_name: 'Iris Thornwell' },
  ]);
  const text = JSON.stringify(rows);
  expect(text).not.toContain(secret.slice(5));
  expect(text).not.toContain('token_hash');
});

describe('the last day', () => {
  test('is a year from now at most, and not in the past', async () => {
    const [year = '', ...rest] = choices.lastDay.split('-');
    for (const expiresOn of ['2026-01-01', [Number(year) + 1, ...rest].join('-')]) {
      expect(await create({ expiresOn })).toMatchObject({
        status: 400,
        body: {
          fields: {
            expiresOn: expect.stringMatching(
              / to [A-Z][a-z]{2} \d{1,2}, 20\d\d\. A token lasts a year at most\.$/,
            ),
          },
        },
      });
    }
    const { expiresOn: _, ...without } = { name: 'x', permissions: ['notes.add'], expiresOn: '' };
    expect(await it.send(createToken, { body: without as never })).toMatchObject({
      status: 400,
      body: { fields: { expiresOn: expect.any(String) } },
    });
  });

  test('ends at midnight of the college', async () => {
    const { token } = await created({ expiresOn: choices.today });
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Boise',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const [day, time] = clock.format(new Date(token.expiresAt)).split(' ');
    expect(time).toBe('00:00:00');
    expect(day).toBe(new Date(Date.parse(choices.today) + 86_400_000).toISOString().slice(0, 10));
  });
});

test.each([
  [{ permissions: [] }, 'permissions', 'Choose at least one.'],
  [{ permissions: ['notes.everything'] }, 'permissions', 'One of these permissions no longer exists.'],
  // A permission for people is not one for tokens.
  [{ permissions: ['service-tokens.manage'] }, 'permissions', 'One of these permissions no longer exists.'],
  [{ addresses: ['10.1.2.3/16'] }, 'addresses', 'Use 10.1.0.0/16 or 10.1.2.3.'],
  [{ addresses: ['campus'] }, 'addresses', '"campus" is neither an IP address nor a network'],
  [{ permissions: ['notes.publish'], everyone: true }, 'pathPrefix', 'Enter the folder'],
  [{ permissions: ['notes.publish'], pathPrefix: 'a' }, 'groups', 'Choose the groups'],
  [
    { permissions: ['notes.publish'], pathPrefix: 'a', groups: ['Domain-Staf'] },
    'groups',
    'There is no group called Domain-Staf.',
  ],
  [{ permissions: ['notes.publish'], pathPrefix: '../a' }, 'pathPrefix', 'Enter folders such as'],
  [{ permissions: ['notes.publish'], pathPrefix: '/a' }, 'pathPrefix', 'Enter folders such as'],
])('%j is refused at the field', async (given, field, message) => {
  expect(await create(given)).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.stringContaining(message) } },
  });
});

test('a token that publishes files keeps its folder and groups, and another one has none', async () => {
  const limits = { pathPrefix: 'reports/payroll', groups: ['Domain-Staff'] };
  const publisher = await created({ permissions: ['notes.publish'], ...limits });
  expect(publisher.token.files).toEqual({
    pathPrefix: 'reports/payroll/',
    groups: ['Domain-Staff'],
    everyone: false,
  });
  expect((await created({ ...limits, everyone: true })).token.files).toBeNull();
});

test('IT is reminded of a token that is about to expire, in use or not, until it is revoked', async () => {
  const waiting = async () =>
    (await it.send(listWaiting)).body.data.filter(({ title }) => title.includes('Soon gone'));
  const { token, secret } = await created({ name: 'Soon gone', expiresOn: choices.today });
  const title = 'Replace the service token "Soon gone"';
  // A program that runs once a term may need it.
  expect(await waiting()).toMatchObject([{ title, about: expect.stringMatching(/Nothing has used it/) }]);
  await addNote(secret);
  expect(await waiting()).toMatchObject([{ title, about: expect.stringMatching(/Something still uses it/) }]);
  await it.send(revokeToken, { params: { id: token.id } });
  expect(await waiting()).toEqual([]);
});
