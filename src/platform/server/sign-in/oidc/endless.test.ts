import { expect, onTestFinished, test } from 'vitest';
import { endless } from '../../testing/endless.ts';
import { forgedCollegeForTests } from './testing/forged-college.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';

const college = forgedCollegeForTests();
const megabyte = 1024 * 1024;

/** Has a path send a response that never ends. @returns How much was sent. */
function endlessAt(path: string, contentType?: string) {
  const { sent, answer } = endless(contentType);
  college.provider.answers.set(path, (_request, response) => answer(response));
  return sent;
}

test.each([
  ['tokens', '/token', 'college'],
  ['userinfo', '/userinfo', 'by-userinfo'],
  ['groups from Graph', '/graph/me/getMemberGroups', 'entra'],
])('endless %s are read for a few megabytes at most, and count as an outage', async (_what, path, name) => {
  college.claiming({ xms_edov: true, ...(name === 'entra' ? { groups: undefined, hasgroups: true } : {}) });
  const sent = endlessAt(path);
  const { answer } = await college.signIn(name);
  expect(answer.status).toBe(503);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});

test('an endless photo is given up on, and the person is signed in', async () => {
  const sent = endlessAt('/photo', 'image/jpeg');
  const { answer, client } = await college.signIn();
  expect(answer.status).toBe(303);
  expect((await client.fetch('GET', '/api/auth/providers/college/user-photo')).status).toBe(404);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});

test('endless metadata is given up on', async () => {
  const sent = endlessAt('/.well-known/openid-configuration');
  const own = await openPortal([collegeEntry(college.provider.issuer)]);
  onTestFinished(() => own.stop());
  expect((await own.visitor.fetch('GET', '/api/auth/providers/college/login')).status).toBe(503);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});
