import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken, tokenHeaders } from '../../../platform/server/testing/issue-token.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addFileVersion, deleteFile, downloadFile, withdrawFile } from '../contract.ts';
import { filesServer } from './index.ts';
import { publish, restore, upload } from './testing/publish.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

const payroll = { pathPrefix: 'reports/payroll/', groups: ['Domain-Staff'], everyone: false };

/** The headers of a program with a new token. */
async function program(files = payroll): Promise<Record<string, string>> {
  const { secret } = await issueToken(server.database, { permissions: ['files.publish'], files });
  return tokenHeaders(secret);
}

const sent = (headers: Record<string, string>, more: Parameters<typeof upload>[1] = {}) => ({
  headers,
  ownerType: 'Automation' as const,
  ...more,
});

test('a token publishes in its folder, and the same path makes the next version behind the same link', async () => {
  const headers = await program();
  const first = await publish(server.visitor, sent(headers, { fileName: 'Hours.csv', content: 'one' }));
  expect(first).toMatchObject({
    filepath: '/automation/reports/payroll/Hours.csv',
    automationManaged: true,
    createdBy: 'Nightly reports',
  });
  const params = { id: first._id };
  // Another token, as after a year; all they have in common is the folder.
  const later = sent(await program(), { fileName: 'hours.CSV', content: 'two', folder: 'reports/payroll' });
  const second = await publish(server.visitor, later);
  expect([second._id, second.currentVersion]).toEqual([first._id, 2]);
  const staff = await server.signIn('staff');
  expect((await staff.send(downloadFile, { params })).text).toBe('two');
  const below = sent(headers, { fileName: 'Hours.csv', folder: 'reports/payroll/2026' });
  expect((await publish(server.visitor, below)).filepath).toBe('/automation/reports/payroll/2026/Hours.csv');
});

describe('a token is refused', () => {
  test.each([
    ['another folder', { folder: 'reports/' }, 403, 'only publish files below "reports/payroll/"'],
    ['a folder that only begins alike', { folder: 'reports/payroll-old/' }, 403, 'only publish files below'],
    ['its folder in other letters', { folder: 'Reports/payroll/' }, 403, 'only publish files below'],
    ['another group', { adGroups: 'Domain-Staff,Domain-IT' }, 403, 'may not publish files for Domain-IT'],
    ['everyone', { adGroups: '' }, 403, 'may not publish files for everyone'],
  ])('%s', async (_what, more, status, detail) => {
    const answer = await upload(server.visitor, sent(await program(), more));
    expect([answer.status, answer.body]).toMatchObject([status, { detail: expect.stringContaining(detail) }]);
  });

  test('another owner type, at the field', async () => {
    const answer = await upload(server.visitor, sent(await program(), { ownerType: 'IT' }));
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { fields: { ownerType: 'A service token publishes with the owner type Automation.' } },
    ]);
  });

  test('files that no automation manages, or that are in another folder', async () => {
    const headers = await program();
    const ofIt = await publish(it, { fileName: 'automation.txt' });
    const elsewhere = await publish(it, { ownerType: 'Automation', folder: 'reports/', fileName: 'a.txt' });
    const other = await program({ ...payroll, pathPrefix: 'Reports/Payroll/' });
    const mine = await publish(server.visitor, sent(headers));
    for (const { _id: id } of [ofIt, elsewhere]) {
      expect((await server.visitor.send(deleteFile, { params: { id }, headers })).status).toBe(403);
    }
    // Paths are not case-sensitive, but folders of tokens are.
    const alike = sent(other, { fileName: mine.originalFilename });
    expect((await upload(server.visitor, alike)).status).toBe(403);
    const params = { id: mine._id };
    expect((await server.visitor.send(deleteFile, { params, headers: other })).status).toBe(403);
    expect((await server.visitor.send(deleteFile, { params, headers })).status).toBe(204);
  });
});

test("a token with permission publishes for everyone, and one without can't add versions for everyone", async () => {
  const headers = await program({ ...payroll, groups: [], everyone: true });
  const file = await publish(server.visitor, sent(headers, { adGroups: '', fileName: 'all.txt' }));
  expect(file.audience).toBe('For everyone who is signed in.');
  const version = async (from: Record<string, string>) => {
    const request = { params: { id: file._id }, files: { file: { fileName: 'all.txt', content: 'next' } } };
    return (await server.visitor.send(addFileVersion, { ...request, headers: from })).status;
  };
  expect([await version(await program()), await version(headers)]).toEqual([403, 201]);
});

test('a group that the portal no longer knows stays valid for the token that IT gave it to', async () => {
  const headers = await program({ ...payroll, groups: ['Domain-Payroll'] });
  const file = await publish(server.visitor, sent(headers, { adGroups: 'Domain-Payroll' }));
  expect(file.authConfig.adGroups).toEqual(['Domain-Payroll']);
});

test('what IT has withdrawn accepts no version and is not deleted, until IT publishes it again', async () => {
  const headers = await program();
  const file = await publish(server.visitor, sent(headers));
  const params = { id: file._id };
  await it.send(withdrawFile, { params });
  const again = sent(headers, { fileName: file.originalFilename });
  const refused = [
    await upload(server.visitor, again),
    await server.visitor.send(deleteFile, { params, headers }),
  ];
  for (const { status, body } of refused) {
    expect([status, body]).toMatchObject([
      409,
      { reason: 'not-published', detail: 'This file is withdrawn. Ask IT to publish it again.' },
    ]);
  }
  await restore(it, file._id);
  expect((await publish(server.visitor, again)).currentVersion).toBe(2);
});
