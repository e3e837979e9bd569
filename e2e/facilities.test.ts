import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, expectAccessibleInBoth, hold, signIn, test } from './setup/story.ts';

const place = '/departments/facilities';
const pages = ['building-access-policy', 'key-request-process', 'work-order-system'];
const account = 'AC-9043-117';
const password = 'quiet heron 52';
const telling = /AC-9043|quiet heron|minimum of \$100|Facilities Services|account number|submittal/i;

/** A separate portal, with the secrets configured and with texts that a test may change. */
let stopQuad: () => Promise<void>;
let campus: string;

test.beforeAll(async () => {
  campus = mkdtempSync(path.join(os.tmpdir(), 'quad-facilities-'));
  cpSync('campus', campus, { recursive: true });
  stopQuad = await startOwnPortal({
    QUAD_CAMPUS: campus,
    QUAD_FACILITIES_ACCOUNT: account,
    QUAD_FACILITIES_PASSWORD: password,
  });
});
test.afterAll(async () => {
  await stopQuad();
  rmSync(campus, { recursive: true });
});

const revealAccount = (page: Page) => page.getByRole('button', { name: 'Reveal the account number' });

test('signed out, a page asks people to sign in and then shows its text', async ({ page }) => {
  for (const name of pages) {
    const answer = await page.goto(`${place}/${name}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You must be signed in to view this.');
    await expect(page).toHaveURL(`${place}/${name}`);
  }
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('key');
  await expect(page.getByRole('dialog').getByRole('paragraph')).toHaveText('Nothing found for “key”');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /Stellan Marbury/ }).click();
  await expect(page).toHaveURL(`${place}/work-order-system`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work Order System');
  await expect(page.getByText(/Last reviewed/)).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs.getByRole('link', { name: 'Facilities' })).toHaveAttribute('href', place);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('key');
  await expect(page.getByRole('option', { name: /Key Request Process/ })).toBeVisible();
});

test('a person gets there from the dashboard, reads, and follows a link to a section', async ({ page }) => {
  await signIn(page, 'staff', '/my-dashboard');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Facilities/ })
    .click();
  await expect(page).toHaveTitle('Quad | Facilities');
  for (const title of [/^Building Access Policy/, /^Key Request Process/, /^Work Order System/]) {
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Key Request Process/ })
    .click();
  await expect(page).toHaveTitle('Quad | Key Request Process');
  await expect(page.getByRole('heading', { name: 'Ask for a key' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('article').getByRole('link', { name: 'Building Access Policy' }).click();
  await expect(page).toHaveURL(`${place}/building-access-policy#lost-and-stolen-keys`);
  await expect(page.getByRole('heading', { name: 'Lost and stolen keys' })).toBeInViewport();
  await expect(page.getByText('minimum of $100 per key')).toBeInViewport();
  await page.reload();
  await expect(page.getByText('minimum of $100 per key')).toBeInViewport();
  await expectAccessible(page);
});

test('a secret is shown by keyboard, copied, and hidden again automatically', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await signIn(page, 'student', `${place}/key-request-process`);
  const text = page.getByRole('article');
  await expect(revealAccount(page)).toBeVisible();
  expect(await page.content()).not.toMatch(/AC-9043|quiet heron/);

  await revealAccount(page).focus();
  const letGo = await hold(page, '**/secrets/**', 'POST');
  const asked = await page.evaluate(() => Date.now());
  await page.keyboard.press('Enter');
  await expect(revealAccount(page)).toHaveAttribute('data-loading', 'true');
  letGo();
  await expect(text.getByText(account)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide the account number' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy the account number' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account);
  // The page's clock keeps running in the meantime, by as much as the steps above took on this machine.
  await page.clock.fastForward(asked + 29_000 - (await page.evaluate(() => Date.now())));
  await expect(text.getByText(account)).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(text.getByText(account)).toHaveCount(0);
  expect(await page.content()).not.toContain(account);

  await page.getByRole('button', { name: 'Reveal the submittal password' }).click();
  await expect(text.getByText(password)).toBeVisible();
  await page.getByRole('button', { name: 'Hide the submittal password' }).click();
  await expect(text.getByText(password)).toHaveCount(0);
});

test('printed, a page is only its text, without what was revealed', async ({ page }) => {
  await signIn(page, 'faculty', `${place}/work-order-system`);
  await revealAccount(page).click();
  const text = page.getByRole('article');
  await expect(text.getByText(account)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(text.getByText(account)).toBeHidden();
  await expect(text.getByText('shown in the portal only')).toHaveCount(2);
  await expect(text.getByText('shown in the portal only').first()).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
});

test('a session that ends hides the page', async ({ page }) => {
  await signIn(page, 'faculty', `${place}/work-order-system`);
  await expect(revealAccount(page)).toBeVisible();
  await page.context().clearCookies();
  await revealAccount(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You must be signed in to view this.');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('nothing that anyone can fetch has a text or a secret of these pages', async ({ request }) => {
  const bundle = globSync('**/*.{js,css,svg}', { cwd: 'dist/web' }).map((file) => `/${file}`);
  expect(bundle.some((file) => file.includes('key-request-process'))).toBe(true);
  for (const address of [...bundle, '/', ...pages.map((name) => `${place}/${name}`)]) {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(await answer.text(), address).not.toMatch(telling);
  }
});

for (const width of [360, 1440]) {
  test(`every page is accessible and fits, light and dark, ${width} px`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'nogroups', place);
    for (const name of pages) {
      await page.goto(`${place}/${name}`);
      await expect(page.getByText(/Last reviewed/)).toBeVisible();
      await expectAccessibleInBoth(page);
    }
  });
}

test.describe('when Facilities changes a text', () => {
  const file = () => path.join(campus, 'pages', 'facilities-work-order-system.md');
  const hostile = `---
title: A new title
owner: Facilities
reviewed: 2019-05-06
---
<img src=x onerror="window.harmed = true"><script>window.harmed = true</script>

[link](javascript:alert(1)) ![picture](https://tracker.example/p.gif) ${'w'.repeat(400)}
`;

  test('it is shown, an old review is pointed out, and nothing in it runs', { tag: '@long' }, async ({
    page,
  }) => {
    await signIn(page, 'staff');
    writeFileSync(file(), hostile);
    const elsewhere: string[] = [];
    page.on('request', (request) => elsewhere.push(request.url()));
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${place}/work-order-system`, { waitUntil: 'networkidle' });
    await expect(page).toHaveTitle('Quad | A new title');
    await expect(page.getByText('Last reviewed May 6, 2019')).toBeVisible();
    await expect(page.getByText(/Check with Facilities before you rely on/)).toBeVisible();
    const text = page.getByRole('article');
    await expect(text.getByText('<script>window.harmed = true</script>')).toBeVisible();
    await expect(text.locator('img, script, a')).toHaveCount(0);
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
    expect(elsewhere.filter((address) => address.includes('tracker'))).toEqual([]);
    await expectAccessible(page);
  });

  test('a page that was removed says so', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'staff');
    rmSync(file());
    await page.goto(`${place}/work-order-system`);
    await expect(page.getByText("This page isn't published right now.")).toBeVisible();
    await expectAccessible(page);
  });
});
