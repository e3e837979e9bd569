import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from './setup/browser.ts';
import { keptBy } from './setup/kept-by.ts';
import { add, base, filed, openForm, waiting, writeLog } from './setup/rounds.ts';
import { expect, expectAccessible, message, test } from './setup/story.ts';

test('offline, the form opens and the log is shown as waiting; it is sent once when the network is back', async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page).toHaveTitle('Quad | Submit RA Log');
  await expect(page.getByRole('button', { name: /^Your account: Arlo Benning/ })).toBeVisible();
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(page.getByText('Choose a building.')).toBeVisible();
  await writeLog(page, 'Anderson', 'Offline: first');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await writeLog(page, 'Finney', 'Offline: second');
  await expect(waiting(page, '2 logs waiting to be sent')).toBeVisible();
  await expect(
    page.getByRole('banner').getByRole('link', { name: '2 logs waiting to be sent' }),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue('');
  await expectAccessible(page);

  await page.goto('/my-dashboard');
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Submit RA Log' }).click();
  await expect(waiting(page, '2 logs waiting to be sent')).toBeVisible();

  await context.setOffline(false);
  await expect(message(page, '2 logs sent')).toBeVisible();
  await expect(waiting(page, /waiting to be sent/.source)).toHaveCount(0);
  const [first] = await filed(context, 'Offline: first');
  expect(await filed(context, 'Offline: first')).toHaveLength(1);
  expect(await filed(context, 'Offline: second')).toHaveLength(1);
  expect(Date.parse(String(first?.writtenAt))).toBeLessThan(Date.parse(String(first?.createdAt)));

  await page.goto(`${base}/my-logs`);
  const log = page.getByRole('article').filter({ hasText: 'Offline: first' });
  await expect(log.getByText('Written At')).toBeVisible();
});

test('a page that has sent what waited says at once that it is online', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await page.reload();
  await writeLog(page, 'Anderson', 'Offline: back');
  const offline = page.getByRole('banner').getByText(/^You're offline/);
  await expect(offline).toBeVisible();
  // There is a network again, but for the first few seconds nothing gets through.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/account'));
  await context.route('**/api/auth/account', (route) => route.abort('connectionfailed'));
  await context.setOffline(false);
  await failed;
  await context.unroute('**/api/auth/account');
  await expect(message(page, '1 log sent')).toBeVisible();
  await expect(offline).toBeHidden({ timeout: 5_000 });
});

test('My RA Logs reads its list once, and again when a waiting log was sent', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.route(`**/api${add}`, (route) => route.abort('connectionfailed'));
  await writeLog(page, 'Anderson', 'Offline: read again');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  let reads = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(`/api${base}/my-logs`)) reads += 1;
  });
  await page.goto(`${base}/my-logs`);
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(reads).toBe(1);
  await context.unroute(`**/api${add}`);
  const sendNow = page.getByRole('button', { name: 'Send now' });
  const log = page.getByRole('article').filter({ hasText: 'Offline: read again' });
  // The portal also retries on its own, so the button may already be gone.
  await expect(async () => {
    if (await sendNow.isEnabled({ timeout: 500 }).catch(() => false)) await sendNow.click({ timeout: 500 });
    await expect(log).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  expect(reads).toBe(2);
});

test('what is typed at the very moment the page closes is kept', { tag: '@long' }, async ({ page }) => {
  await openForm(page);
  const reports = page.getByRole('textbox', { name: 'Reports' });
  for (let round = 0; round < 8; round += 1) {
    const last = `Typed in a hurry ${round}-9`;
    const gone = page.waitForEvent('load');
    await reports.evaluate((field: HTMLTextAreaElement, words) => {
      const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      for (let key = 0; key < 10; key += 1) {
        put?.call(field, `${words}-${key}`);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      location.reload();
    }, `Typed in a hurry ${round}`);
    await gone;
    await expect(reports).toHaveValue(last);
  }
});

/** Keeps every write of a draft waiting. @returns a function that lets them continue */
async function keepStoreBusy(context: BrowserContext): Promise<() => Promise<void>> {
  const other = await context.newPage();
  await other.goto('/my-dashboard');
  await other.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('quad-offline');
      request.onsuccess = () => resolve(request.result);
    });
    const entries = database.transaction('entries', 'readwrite').objectStore('entries');
    await new Promise<void>((resolve) => {
      // A transaction stays open as long as it is given more to do.
      const ask = () => {
        entries.count().onsuccess = ask;
        resolve();
      };
      ask();
    });
  });
  return () => other.close();
}

test('what waits to be stored when the page closes is kept, and deleted when the person signs out', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  const reports = page.getByRole('textbox', { name: 'Reports' });
  const goOn = await keepStoreBusy(context);
  await reports.fill('Typed on a slow phone');
  await page.reload({ waitUntil: 'commit' });
  await goOn();
  await expect(reports).toHaveValue('Typed on a slow phone');

  const goOnAgain = await keepStoreBusy(context);
  await reports.fill('Typed on a shared phone');
  await page.goto('/my-dashboard', { waitUntil: 'commit' });
  await goOnAgain();
  await expect.poll(() => keptBy(page)).toContain('Typed on a shared phone');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await keptBy(page)).not.toContain('Typed on');
});

test('a waiting log and a draft survive closing the browser', { tag: '@long' }, async ({ baseURL }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-profile-'));
  const open = async () =>
    chromium.launchPersistentContext(folder, { ...(await findBrowser()), baseURL: baseURL ?? '' });
  const before = await open();
  const page = await before.newPage();
  await openForm(page);
  await before.setOffline(true);
  await writeLog(page, 'Hayman', 'Offline: closed');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await page.getByRole('radio', { name: 'Simplot' }).check();
  await page.getByRole('textbox', { name: 'Reports' }).fill('Half a sentence');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Reports' })).toHaveValue('Half a sentence');
  await before.close();

  const after = await open();
  await after.setOffline(true);
  const again = await after.newPage();
  await again.goto(add);
  await expect(waiting(again, '1 log waiting to be sent')).toBeVisible();
  await expect(again.getByText(/^Restored your draft/)).toBeVisible();
  await expect(again.getByRole('textbox', { name: 'Reports' })).toHaveValue('Half a sentence');
  await expect(again.getByRole('radio', { name: 'Simplot' })).toBeChecked();
  await after.setOffline(false);

  // The session cookie went with the browser; what was typed stays while the person signs in.
  const ended = again.getByRole('dialog', { name: 'Your session has ended' });
  const [beside] = await Promise.all([
    after.waitForEvent('page'),
    ended.getByRole('link', { name: 'Sign in again' }).click(),
  ]);
  await beside.getByRole('button', { name: /Arlo Benning/ }).click();
  await expect(ended).toBeHidden();
  await expect(message(again, '1 log sent')).toBeVisible();
  await expect(again.getByRole('textbox', { name: 'Reports' })).toHaveValue('Half a sentence');
  expect(await filed(after, 'Offline: closed')).toHaveLength(1);
  await after.close();
  rmSync(folder, { recursive: true, force: true });
});

test('when the session has ended, the person is asked to sign in, and then the log is sent', async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await page.reload();
  await writeLog(page, 'Simplot', 'Offline: session ended');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await page.getByRole('button', { name: /Arlo Benning/ }).click();
  await expect(page).toHaveTitle('Quad | Submit RA Log');
  await expect(message(page, '1 log sent')).toBeVisible();
  expect(await filed(context, 'Offline: session ended')).toHaveLength(1);
});

test('a response that is lost on the way back does not lead to a second log', async ({ page, context }) => {
  await openForm(page);
  let lost = 0;
  // The service worker sends as well, so a route for just the page is not enough.
  await context.route(`**/api${add}`, async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await writeLog(page, 'Hayman', 'Offline: lost answer');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  expect(lost).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: /^Edit the log for Hayman/ })).toHaveCount(0);
  const before = lost;
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => lost).toBeGreaterThan(before);
  await context.unroute(`**/api${add}`);
  await page.reload();
  await expect(waiting(page, '1 log waiting to be sent')).toHaveCount(0);
  expect(await filed(context, 'Offline: lost answer')).toHaveLength(1);
});

test('two open tabs send what waits once', async ({ page, context }) => {
  await openForm(page);
  const second = await context.newPage();
  await second.goto(add);
  await context.setOffline(true);
  await writeLog(page, 'Finney', 'Offline: two tabs');
  await expect(waiting(second, '1 log waiting to be sent')).toBeVisible();
  let posts = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(add)) posts += 1;
  });
  await context.setOffline(false);
  for (const tab of [page, second]) await expect(waiting(tab, '1 log waiting to be sent')).toHaveCount(0);
  expect(await filed(context, 'Offline: two tabs')).toHaveLength(1);
  expect(posts).toBe(1);
});
