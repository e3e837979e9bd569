import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { campusWith } from '../harness/campus.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { endAll } from '../harness/scope.ts';
import {
  clientId,
  clientSecret,
  RealProvider,
} from '../src/platform/server/sign-in/oidc/testing/real-provider.ts';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { add } from './setup/rounds.ts';
import { expect, test } from './setup/story.ts';

const people = [
  { email: 'ida@sawtooth.example', name: 'Ida Lorne', groups: ['Domain-IT', 'Domain-ResidentAssistant'] },
  { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: ['Domain-ResidentAssistant'] },
];

/** The portal with a real OpenID provider as the only way to sign in. */
async function openCollege(): Promise<{ quad: Quad; provider: RealProvider }> {
  const port = await freePort();
  const homeUrl = `http://localhost:${port}/`;
  const provider = new RealProvider({
    callbackUrl: `${homeUrl}api/auth/providers/college/callback`,
    homeUrl,
  });
  await provider.open();
  for (const person of people) provider.people.set(person.email, person);
  const groups = ['Domain-IT', 'Domain-ResidentAssistant'];
  const campus = { issuer: provider.issuer, clientId, clientSecret: '$COLLEGE_SECRET', groups };
  const quad = await startQuad({
    dataFolder: await temporaryFolder(),
    port,
    environment: {
      QUAD_CAMPUS: await campusWith(campus),
      QUAD_DEMO: 'off',
      COLLEGE_SECRET: clientSecret,
    },
  });
  return { quad, provider };
}

for (const { rounds, tag } of [
  { rounds: 2, tag: [] },
  { rounds: 10, tag: '@long' },
]) {
  test(`with the service worker installed, two people take ${rounds} turns, and every navigation reaches the server once`, {
    tag,
  }, async ({ page }) => {
    const { quad, provider } = await openCollege();
    const asked = (path: string) => provider.requests.filter((request) => request === path).length;
    const target = `${provider.issuer}/.well-known/openid-configuration`;
    const open = async (name: string) => {
      await page.goto(quad.url + add);
      await expect(page.getByRole('button', { name: new RegExp(`^Your account: ${name}`) })).toBeVisible();
    };

    for (let round = 1; round <= rounds; round += 1) {
      const person = people[(round - 1) % people.length];
      if (person === undefined) throw new Error('No one is left.');
      provider.signsIn = person.email;
      await open(person.name);
      if (round === 1) {
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        const made = await page.evaluate(async (longUrl) => {
          const body = JSON.stringify({ shortUrl: 'turn', longUrl });
          const headers = { 'content-type': 'application/json' };
          return (await fetch('/api/redirects', { method: 'POST', body, headers })).status;
        }, target);
        expect(made).toBe(201);
      }
      await page.goto(`${quad.url}/r/turn`);
      expect(page.url()).toBe(target);

      // Back without a question, although no one types a password anymore.
      await quad.query(`update sessions set expires_at = now() - interval '1 second'`);
      provider.signsIn = null;
      await open(person.name);
      expect([asked('/auth'), asked('/token')], `round ${round}`).toEqual([2 * round, 2 * round]);

      await page.getByRole('button', { name: /^Your account/ }).click();
      await page.getByRole('link', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await expect(
        page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }),
      ).toBeVisible();
    }

    const visits = () => quad.query<{ visits: number }>('select visits::int from short_links');
    await expect.poll(visits).toEqual([{ visits: rounds }]);
    const log = await readFile(path.join(quad.dataFolder, 'server.log'), 'utf8');
    const callbacks = log
      .split('\n')
      .filter((line) => line.includes('/callback"') && line.includes('answered'));
    expect(callbacks).toHaveLength(2 * rounds);
    await quad.stop();
    await provider.close();
  });
}

test('signing out hides the other tabs at once, even if the provider shows a page of its own afterward', {
  tag: '@long',
}, async ({ page, context }) => {
  const { quad, provider } = await openCollege();
  provider.signsIn = 'ida@sawtooth.example';
  const account = /^Your account: Ida Lorne/;
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(quad.url + add);
    await expect(tab.getByRole('button', { name: account })).toBeVisible();
  }
  // No one types a password for the other tab.
  provider.signsIn = null;
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Yes, sign me out' })).toBeVisible();
  await expect(other.getByRole('button', { name: account })).toHaveCount(0);
  await expect(other.locator('body')).not.toContainText('Ida');
  await quad.stop();
  await provider.close();
});

test.afterAll(endAll);
