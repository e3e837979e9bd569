import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPortalWith } from '../../../platform/server/sign-in/testing/open-portal.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { listOutgoingMail, readOutgoingMail } from '../contract.ts';
import { outgoingMail } from '../tool.ts';
import { outgoingMailServer } from './index.ts';

let server: TestServer;
let it: TestClient;
const { signal } = new AbortController();

beforeAll(async () => {
  server = await createTestServer({ tools: [outgoingMailServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

const list = async (search = '') =>
  (await it.send(listOutgoingMail, { query: { page: 1, search } })).body.data;

test('IT reads what was sent to made-up people, links included, and never what may have gone to someone real', async () => {
  const { mail } = server.quad.platform;
  const text = 'Choose a password:\nhttp://localhost:3000/reset#token=a1_b2';
  const email = { key: 'reset-1', to: 'suna@personal.example.net', subject: 'Your password ✓', text };
  const attachments = [{ name: 'card.pdf', contentType: 'application/pdf', content: Buffer.from('12345') }];
  await mail.send({ ...email, attachments }, signal);
  for (const [number, to] of ['real@college.edu', 'real@notexample.com'].entries())
    await mail.send({ ...email, key: `real-${number}`, to }, signal);

  expect(await list()).toMatchObject([
    { id: 'reset-1', to: ['suna@personal.example.net'], subject: 'Your password ✓' },
  ]);
  expect(await list('PERSONAL')).toHaveLength(1);
  expect(await list('nothing')).toEqual([]);
  const { body } = await it.send(readOutgoingMail, { params: { id: 'reset-1' } });
  expect(body.data).toMatchObject({
    from: 'no-reply@sawtooth.example',
    text,
    attachments: [{ name: 'card.pdf', bytes: 5 }],
  });
  for (const id of ['real-0', 'real-1', 'nothing']) {
    const missing = await it.fetch('GET', `/api/outgoing-mail/${id}`);
    expect([missing.status, missing.body]).toMatchObject([404, { reason: 'unknown' }]);
  }
});

test('outside the demo there is no such page and no such call', async () => {
  const provider = {
    name: 'college',
    kind: 'oidc',
    title: 'College account',
    issuer: 'https://login.college.edu/',
    clientId: 'quad',
    clientSecret: '$QUAD_OIDC_SECRET',
    groups: ['Domain-IT'],
  };
  const variables = { QUAD_OIDC_SECRET: 'x' };
  const real = await openPortalWith([provider], { tools: [outgoingMailServer], variables });
  onTestFinished(() => real.stop());
  expect((await real.visitor.fetch('GET', outgoingMail.screens.list.path)).status).toBe(404);
  expect((await real.visitor.fetch('GET', '/api/outgoing-mail')).status).toBe(404);
  expect((await server.visitor.fetch('GET', '/api/outgoing-mail')).status).toBe(401);
});
