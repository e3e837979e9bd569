import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import { pathOf } from '../src/platform/contract/call.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import { refusalsByStatus } from '../src/platform/documents/refusals.ts';
import { issueToken, withToken } from '../src/platform/server/testing/issue-token.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/automation.md'), 'utf8');
const [addLink = '', publishFile = '', deleteFile = ''] = Array.from(
  page.matchAll(/```sh\n([^`]+)```/g),
  ([, command = '']) => command.trim(),
);
const calls = groupCalls(serverTools).flatMap((group) => group.calls);
const everything = [...new Set(calls.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens])))];

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  address = await server.listen();
});
afterAll(() => server.stop());

/** Runs a line of the page as a shell would, against this server, whose port was not known to its `PUBLIC_URL`. */
async function runLine(line: string, token: string, { folder, ...variables }: Record<string, string> = {}) {
  const env = { ...process.env, QUAD_URL: address, QUAD_TOKEN: token, ...variables };
  const options = { env, ...(folder === undefined ? {} : { cwd: folder }) };
  const shell = promisify(execFile)('sh', ['-c', `${line} --header "Host: localhost:3000"`], options);
  return shell.then(
    ({ stdout }) => ({ code: 0, body: stdout === '' ? null : JSON.parse(stdout) }),
    (error) => ({ code: error.code, body: JSON.parse(error.stdout) }),
  );
}

const revoke = (id: string) =>
  server.database.pool.query('update service_tokens set revoked_at = now() where id = $1', [id]);
const revoked = { code: 22, body: { status: 401, reason: 'token-revoked' } };

test('the line of the page adds a link once, no matter how often it runs, and nothing with a revoked token', async () => {
  const { id, secret } = await issueToken(server.database, { permissions: ['short-links.add'] });
  const first = await runLine(addLink, secret);
  expect(first).toMatchObject({
    code: 0,
    body: { data: { shortUrl: 'catalog-2027', createdBy: 'Nightly reports' } },
  });
  expect(await runLine(addLink, secret)).toEqual(first);
  await revoke(id);
  expect(await runLine(addLink, secret)).toMatchObject(revoked);
});

test('the lines of the page publish a report, replace it every night, and delete it, until the token is revoked', async () => {
  const files = { pathPrefix: 'reports/payroll/', groups: ['Domain-Staff'], everyone: false };
  const { id, secret } = await issueToken(server.database, { permissions: ['files.publish'], files });
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-automation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tonight = (content: string) => {
    writeFileSync(path.join(folder, 'payroll.csv'), content);
    return runLine(publishFile, secret, { folder });
  };
  const staff = await server.signIn('staff');
  const download = async (file: string) => (await staff.fetch('GET', `/files/${file}`)).text;

  const first = await tonight('name,hours\nAda,38\n');
  expect(first).toMatchObject({
    code: 0,
    body: { data: { filepath: '/automation/reports/payroll/payroll.csv', currentVersion: 1 } },
  });
  const file = first.body.data._id;
  expect(await download(file)).toContain('Ada,38');
  const second = await tonight('name,hours\nAda,40\n');
  expect(second.body.data).toMatchObject({ _id: file, currentVersion: 2, createdBy: 'Nightly reports' });
  expect(await download(file)).toContain('Ada,40');
  expect(await runLine(deleteFile, secret, { FILE_ID: file })).toEqual({ code: 0, body: null });
  expect((await staff.fetch('GET', `/files/${file}`)).status).toBe(404);
  await revoke(id);
  expect(await tonight('name,hours\n')).toMatchObject(revoked);
});

test('the page names every way in which a token is refused, with its status', () => {
  const listed = Array.from(
    page.matchAll(/^\| (\d{3}) +\| `([a-z-]+)`/gm),
    ([, status, reason]) => `${status} ${reason}`,
  );
  const ofTokens = calls
    .filter(({ tokens }) => tokens !== undefined)
    .flatMap((call) => [...refusalsByStatus(call).values()].flat())
    .filter(({ reason }) => reason?.includes('token') === true)
    .map(({ status, reason }) => `${status} ${reason}`);
  expect(listed.toSorted()).toEqual(
    [...new Set([...ofTokens, '403 no-tokens', '409 another-person'])].toSorted(),
  );
});

const named = calls.filter(({ access }) => access !== 'public').map((call) => [call.name, call] as const);

test.each(named)('%s takes a token only if it says so, and only with its permission', async (_name, call) => {
  const target = pathOf(call, { id: randomUUID() });
  const ask = (secret: string) => server.visitor.fetch(call.method, target, withToken(secret));
  const all = await issueToken(server.database, { permissions: everything });
  const none = await issueToken(server.database);
  const reasonFor = async (secret: string) => ((await ask(secret)).body as { reason?: string }).reason;
  if (call.tokens === undefined) {
    expect(await reasonFor(all.secret)).toBe('no-tokens');
  } else {
    expect(await reasonFor(none.secret)).toBe('token-permission');
    expect((await ask(all.secret)).status).toBeOneOf([200, 400, 404, 415]);
  }
});
