import { expect, onTestFinished, test } from 'vitest';
import { TestClient } from '../../testing/test-client.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { TestBrowser } from './testing/browser.ts';
import { collegeForTests, groupsOf, ida } from './testing/college.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';

const college = collegeForTests();
const old = 'the secret of the tests is long enough';
const fresh = 'the secret that takes its place is long enough';

/** Another instance on the same database, as after a restart with changed settings. */
async function restartedWith(variables: Record<string, string>): Promise<TestServer> {
  const entry = collegeEntry(college.provider.issuer);
  const { database } = college.portal;
  const portal = await openPortal([entry], { database, variables });
  onTestFinished(() => portal.stop());
  return portal;
}

function sameBrowserAt(server: TestServer, { client }: TestBrowser): TestClient {
  const same = new TestClient(server.quad.app);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
}

test('N13: QUAD_SECRET=new,old keeps sessions with their provider state, and sign-ins that are under way', async () => {
  const signedIn = college.visitor();
  await signedIn.signIn('college');
  const halfway = college.visitor();
  const callback = await halfway.passProvider(await halfway.begin('college'));

  const rotated = await restartedWith({ QUAD_SECRET: `${fresh},${old}` });
  const client = sameBrowserAt(rotated, signedIn);
  college.provider.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
  await college.ageGroups(901);
  // Read again with the refresh token, which was sealed under the old secret.
  expect(await groupsOf(client)).toEqual(['Domain-Staff']);
  const arrived = new TestBrowser(sameBrowserAt(rotated, halfway));
  expect((await arrived.navigate(callback)).status).toBe(303);
  expect(await groupsOf(arrived.client)).toEqual(['Domain-Staff']);

  // What was sealed since then no longer needs the old secret.
  const done = await restartedWith({ QUAD_SECRET: fresh });
  college.provider.people.set('sub-ida', { ...ida, groups: ['guid-it'] });
  await college.ageGroups(901);
  expect(await groupsOf(sameBrowserAt(done, signedIn))).toEqual(['Domain-IT']);
});

test('N13: the three steps of a rotation, instance by instance, lose no sign-in under way and no session', async () => {
  const listed = await restartedWith({ QUAD_SECRET: `${old},${fresh}` });
  const first = await restartedWith({ QUAD_SECRET: `${fresh},${old}` });
  const alone = await restartedWith({ QUAD_SECRET: fresh });
  // The two that run side by side while the instances are restarted one after the other.
  for (const [before, after] of [
    [college.portal, listed],
    [listed, first],
    [first, alone],
  ] as const) {
    for (const [began, ended] of [
      [before, after],
      [after, before],
    ] as const) {
      const browser = college.visitor(began);
      const callback = await browser.passProvider(await browser.begin('college', '/files'));
      const arrived = new TestBrowser(sameBrowserAt(ended, browser));
      const { status, headers, text } = await arrived.navigate(callback);
      expect([status, headers.location], text).toEqual([303, '/files']);
      // The provider state is sealed by one and opened by the other.
      await college.ageGroups(901);
      expect(await groupsOf(sameBrowserAt(began, arrived))).toEqual(['Domain-IT', 'Domain-Staff']);
    }
  }
});

test('N13: without the old secret a session cannot ask its provider again and ends; no one else gets in', async () => {
  const signedIn = college.visitor();
  await signedIn.signIn('college');
  const bare = await restartedWith({ QUAD_SECRET: fresh });
  await college.ageGroups(901);
  const client = sameBrowserAt(bare, signedIn);
  expect((await client.fetch('GET', '/api/auth/account')).status).toBe(401);
});
