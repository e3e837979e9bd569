import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { attributeNames } from '../src/platform/server/sign-in/saml/testing/identity-provider.ts';
import { keyPairs } from '../src/platform/server/sign-in/saml/testing/key-pairs.ts';
import { ProviderPages } from '../src/platform/server/sign-in/saml/testing/provider-pages.ts';
import { startOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, test } from './setup/story.ts';

/** A portal with only a SAML provider to sign in with, at another site. */
let pages: ProviderPages;
let stopQuad: () => Promise<void>;
let campus: string;

test.beforeAll(async () => {
  pages = await ProviderPages.open({
    nameId: 'persistent-ida',
    attributes: {
      [attributeNames.eppn]: ['ida@sawtooth.example'],
      [attributeNames.mail]: ['ida@sawtooth.example'],
      [attributeNames.name]: ['Ida Lorne'],
      [attributeNames.groups]: ['CN=Domain-ResidentAssistant,OU=Groups'],
    },
  });
  campus = mkdtempSync(path.join(os.tmpdir(), 'quad-saml-'));
  cpSync('campus', campus, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(path.join(campus, name), text);
    return path.join(campus, name);
  };
  const entry = {
    name: 'college',
    kind: 'saml',
    title: 'College account',
    metadataFile: write('idp.xml', pages.provider.metadata()),
    keys: [
      {
        key: write('portal.key', keyPairs.portal.key),
        certificate: write('portal.crt', keyPairs.portal.certificate),
      },
    ],
    groups: ['Domain-ResidentAssistant'],
  };
  const settings = parse(readFileSync(path.join(campus, 'campus.yaml'), 'utf8'));
  write('campus.yaml', stringify({ ...settings, providers: [entry] }));
  stopQuad = await startOwnPortal({ QUAD_CAMPUS: campus }, { isFilled: false });
  const metadata = await fetch(`${process.env.STORIES_URL}/api/auth/providers/college/metadata`);
  pages.provider.portal = await metadata.text();
});
test.afterAll(async () => {
  await stopQuad();
  await pages.close();
  rmSync(campus, { recursive: true });
});

test('a person signs in at the provider, lands where the link pointed, and signs out on both sides', async ({
  browser,
}) => {
  const baseURL = process.env.STORIES_URL ?? '';
  const page = await (await browser.newContext({ baseURL })).newPage();
  const origin = new URL(pages.provider.signInUrl).origin;
  const signIn = async (link: string) => {
    await page.goto(link);
    await expect(page).toHaveURL(new RegExp(`^${origin}/sso\\?SAMLRequest=`));
    await page.getByRole('button', { name: 'Sign in as Ida' }).click();
    await expect(page).toHaveURL(baseURL + link);
    await expect(page).toHaveTitle('Quad | Your Sessions');
  };
  await signIn('/account/sessions');
  // Someone who can work offline gets a service worker. From here on, it handles what the browser opens.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().clearCookies();
  pages.signedIn = false;
  await signIn('/account/sessions?from=an-email');

  // This browser's response is carried into another one.
  const thief = await (await browser.newContext({ baseURL })).newPage();
  await thief.goto(`${origin}/replay?response=${encodeURIComponent(pages.responses[0] ?? '')}`);
  await expect(thief.getByRole('heading', { level: 1 })).toHaveText('This sign-in could not be completed');
  await expectAccessible(thief);
  expect(await thief.context().cookies(baseURL)).not.toContainEqual(
    expect.objectContaining({ name: 'quad-session' }),
  );
  await thief.context().close();

  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Sessions');
  const inAnotherTab = await page.context().newPage();
  await inAnotherTab.goto('/account/sessions?tab=2');
  await expect(inAnotherTab).toHaveTitle('Quad | Your Sessions');
  await page.getByRole('button', { name: /Ida Lorne/ }).click();
  await page.getByRole('link', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out here' })).toBeVisible();
  expect(pages.signedIn).toBe(false);
  // It stays where it is: a second visit to the provider at this moment could disturb the sign-out.
  await expect(inAnotherTab.getByRole('heading', { level: 1 })).toHaveText(
    'You must be signed in to view this.',
  );
  await inAnotherTab.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await expect(inAnotherTab.getByRole('button', { name: 'Sign in as Ida' })).toBeVisible();
  await inAnotherTab.close();
  await page.getByRole('link', { name: 'Back to the portal' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();

  // The other way around: the sign-out begins at the provider.
  await signIn('/account/sessions');
  const atProvider = await page.context().newPage();
  await atProvider.goto(origin);
  await atProvider.getByRole('link', { name: 'Sign out everywhere' }).click();
  await expect(atProvider.getByRole('heading', { name: 'Signed out everywhere' })).toBeVisible();
  pages.signedIn = false;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in as Ida' })).toBeVisible();
  await page.context().close();
});
