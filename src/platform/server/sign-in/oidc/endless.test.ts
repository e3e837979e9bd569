import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { forgedCollegeForTests } from './testing/forged-college.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';

const college = forgedCollegeForTests();
const megabyte = 1024 * 1024;

/** Has a path send a response without a length until the client hangs up. @returns How much was sent. */
function endless(path: string, contentType = 'application/json') {
  const sent = { bytes: 0 };
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && sent.bytes < 200 * megabyte) {
      sent.bytes += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', () => pour(response));
    }
    response.end();
  };
  college.provider.answers.set(path, (_request, response) => {
    response.writeHead(200, { 'content-type': contentType });
    pour(response);
  });
  return sent;
}

test.each([
  ['tokens', '/token', 'college'],
  ['userinfo', '/userinfo', 'by-userinfo'],
  ['groups from Graph', '/graph/me/getMemberGroups', 'entra'],
])('endless %s are read for a few megabytes at most, and count as an outage', async (_what, path, name) => {
  college.claiming({ xms_edov: true, ...(name === 'entra' ? { groups: undefined, hasgroups: true } : {}) });
  const sent = endless(path);
  const { answer } = await college.signIn(name);
  expect(answer.status).toBe(503);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});

test('an endless photo is given up, and the person is signed in', async () => {
  const sent = endless('/photo', 'image/jpeg');
  const { answer, client } = await college.signIn();
  expect(answer.status).toBe(303);
  expect((await client.fetch('GET', '/api/auth/providers/college/user-photo')).status).toBe(404);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});

test('endless metadata are given up', async () => {
  const sent = endless('/.well-known/openid-configuration');
  const own = await openPortal([collegeEntry(college.provider.issuer)]);
  onTestFinished(() => own.stop());
  expect((await own.visitor.fetch('GET', '/api/auth/providers/college/login')).status).toBe(503);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});
