import type { BrowserContext, Page, Route } from '@playwright/test';
import { setWorkerClock } from './setup/clock.ts';
import { add, base, filed, fillIn, openForm, storedEntries, waiting } from './setup/rounds.ts';
import { expect, message, signIn, test } from './setup/story.ts';

const toThePage = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Residence Life' }).click();
const submit = (page: Page) => page.getByRole('button', { name: 'Submit log' });
const comments = (page: Page) => page.getByRole('textbox', { name: 'Comments' });

/**
 * Holds back every log on its way to the portal, whether a page or the service worker sends it.
 * @returns What lets them go, and when one has arrived.
 */
async function holdBack(context: BrowserContext) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await context.route(`**/api${add}`, async (route) => {
    arrive();
    await released;
    await route.continue().catch(() => undefined);
  });
  return { release, arrived };
}

test('a page that is closed while a log is sent leaves the log and no draft of it', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  const { arrived, release } = await holdBack(context);
  await fillIn(page, 'Anderson', 'Interrupted: closed');
  await submit(page).click();
  await arrived;
  await page.close();
  release();

  const again = await context.newPage();
  await again.goto(add);
  await expect(message(again, '1 log sent')).toBeVisible();
  await expect(comments(again)).toHaveValue('');
  await expect(again.getByText(/^Restored your draft/)).toHaveCount(0);
  expect(await filed(context, 'Interrupted: closed')).toHaveLength(1);
});

test('while a log is sent nothing can be typed that would be lost', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  const { arrived, release } = await holdBack(context);
  await fillIn(page, 'Finney', 'Interrupted: whole');
  await submit(page).click();
  await arrived;
  await comments(page).evaluate((field: HTMLElement) => field.focus());
  await page.keyboard.type(' and more');
  await expect(page.locator('textarea[name=comments]')).toHaveValue('Interrupted: whole');
  release();
  await expect(message(page, 'Log submitted')).toBeVisible();
  await comments(page).fill('The next one');
  await expect(comments(page)).toHaveValue('The next one');
  expect(await filed(context, 'Interrupted: whole')).toHaveLength(1);
});

test('a log whose first try hangs on a slow connection is sent by a later one', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  let tries = 0;
  let hangUp = () => {};
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  await context.route(`**/api${add}`, async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await hungUp;
    await route.abort('connectionreset');
  });
  await fillIn(page, 'Finney', 'Interrupted: hung');
  await submit(page).click();
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  // The page tries again while the first try still holds the log.
  await page.waitForResponse('**/api/auth/account');
  hangUp();
  await expect(message(page, '1 log sent')).toBeVisible({ timeout: 60_000 });
  expect(await filed(context, 'Interrupted: hung')).toHaveLength(1);
});

test('a person who leaves the form while a log is sent finds it empty afterward', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  const { arrived, release } = await holdBack(context);
  await fillIn(page, 'Hayman', 'Interrupted: left');
  await submit(page).click();
  await arrived;
  await toThePage(page);
  await expect(page).toHaveURL(base);
  release();
  await expect.poll(() => filed(context, 'Interrupted: left')).toHaveLength(1);
  await page.goto(add);
  await expect(page.getByRole('radio', { name: 'Hayman' })).toBeVisible();
  await expect(comments(page)).toHaveValue('');
  await expect(page.getByText(/^Restored your draft/)).toHaveCount(0);
});

test('a log that is refused after the person has left the form waits there with the reason', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  const { arrived, release } = await holdBack(context);
  await context.route(`**/api${add}`, async (route) => {
    const body = { ...route.request().postDataJSON(), building: 'Ketchup' };
    await route.fallback({ postData: JSON.stringify(body) });
  });
  await fillIn(page, 'Vorhees', 'Interrupted: refused');
  await submit(page).click();
  await arrived;
  await toThePage(page);
  await expect(page).toHaveURL(base);
  await expect(comments(page)).toHaveCount(0);
  release();
  await page.getByRole('banner').getByRole('link', { name: '1 log not accepted' }).click();
  await expect(page.getByText(/This building isn't on the form/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now' })).toHaveCount(0);
});

test('a log that is opened again keeps its time, and is never lost', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await fillIn(page, 'Simplot', 'Interrupted: first');
  await submit(page).click();
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  const [entry] = await storedEntries(page);

  await page.getByRole('button', { name: /^Edit the log for Simplot/ }).click();
  await expect(page.getByText(/It keeps that date and time/)).toBeVisible();
  await page.reload();
  await expect(comments(page)).toHaveValue('Interrupted: first');
  await comments(page).fill('Interrupted: second thoughts');
  await context.setOffline(false);
  await submit(page).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
  const [log] = await filed(context, 'Interrupted: second thoughts');
  expect(log?.writtenAt).toBe(entry?.writtenAt);
  expect(await filed(context, 'Interrupted: first')).toHaveLength(0);
});

test('on a phone that is slow to find the draft, neither the draft nor what was typed in the meantime is lost', {
  tag: '@long',
}, async ({ page }) => {
  await openForm(page);
  await page.getByRole('textbox', { name: 'Reports' }).fill('A page of reports');
  await page.addInitScript(() => {
    // The device responds only once it is allowed to.
    const open = IDBFactory.prototype.open;
    const let_ = new Promise<void>((resolve) => {
      (window as unknown as { letOpen: () => void }).letOpen = resolve;
    });
    IDBFactory.prototype.open = function (this: IDBFactory, ...asked: Parameters<typeof open>) {
      const request = open.apply(this, asked);
      Object.defineProperty(request, 'onsuccess', {
        set: (listener: () => void) =>
          request.addEventListener('success', () => void let_.then(() => listener())),
      });
      return request;
    };
  });
  await page.reload();
  await page.getByRole('radio', { name: 'Finney' }).check();
  await page.evaluate(() => (window as unknown as { letOpen: () => void }).letOpen());
  await expect(page.getByRole('heading', { name: '1 other draft' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Finney' })).toBeChecked();
  await page.getByRole('button', { name: 'Edit the draft for a round' }).click();
  await expect(page.getByRole('textbox', { name: 'Reports' })).toHaveValue('A page of reports');
  await page.getByRole('button', { name: 'Edit the draft for Finney' }).click();
  await expect(page.getByRole('radio', { name: 'Finney' })).toBeChecked();
});

test('if nothing can be stored, a log is still sent, and offline what was typed stays', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('There is no space left.', 'QuotaExceededError');
    };
  });
  await signIn(page, 'ra', add);
  await fillIn(page, 'Anderson', 'Interrupted: full device');
  await context.setOffline(true);
  await submit(page).click();
  await expect(page.getByRole('alert')).toContainText(/offline|network/i);
  await expect(comments(page)).toHaveValue('Interrupted: full device');
  await context.setOffline(false);
  await submit(page).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
  expect(await filed(context, 'Interrupted: full device')).toHaveLength(1);
});

test('on a device that has become full, nothing is lost without a question, and what is waiting can still be sent', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...values: Parameters<typeof put>) {
      if (!('isFull' in window)) return put.apply(this, values);
      throw new DOMException('There is no space left.', 'QuotaExceededError');
    };
  });
  const fill = () => page.evaluate(() => Object.assign(window, { isFull: true }));
  await openForm(page);
  await fill();
  await fillIn(page, 'Anderson', 'Interrupted: no space');
  await toThePage(page);
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();

  await page.evaluate(() => Reflect.deleteProperty(window, 'isFull'));
  await comments(page).fill('Interrupted: some space');
  await context.setOffline(true);
  await submit(page).click();
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await fill();
  await page.getByRole('button', { name: /^Edit the log for Anderson/ }).click();
  await expect(message(page, "This device can't store more")).toBeVisible();
  await context.setOffline(false);
  await expect(message(page, '1 log sent')).toBeVisible();
  expect(await filed(context, 'Interrupted: some space')).toHaveLength(1);
});

test('a phone whose clock is years behind files its rounds at their true time', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const threeYears = 3 * 365 * 86_400_000;
  await page.clock.setSystemTime(new Date(Date.now() - threeYears));
  await openForm(page);
  await setWorkerClock(context, -threeYears);
  await context.setOffline(true);
  await fillIn(page, 'Hayman', 'Interrupted: old clock');
  const before = Date.now();
  await submit(page).click();
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await context.setOffline(false);
  await expect(message(page, '1 log sent')).toBeVisible();
  const [log] = await filed(context, 'Interrupted: old clock');
  expect(Math.abs(Date.parse(String(log?.writtenAt)) - before)).toBeLessThan(60_000);
});

for (const [where, respond] of Object.entries<(route: Route) => Promise<void>>({
  'over a dead network': (route) => route.abort('connectionfailed'),
  'while a proxy answers for the portal': (route) => route.fulfill({ status: 503, body: 'Back soon.' }),
})) {
  test(`logging out ${where} deletes nothing`, { tag: '@long' }, async ({ page, context }) => {
    await openForm(page);
    await fillIn(page, 'Anderson', 'Interrupted: still here');
    // The browser believes that it is online.
    await context.route('**/api/auth/**', respond);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    const warning = page.getByRole('dialog', { name: 'Sign out and delete your draft?' });
    await warning.getByRole('button', { name: 'Sign out' }).click();
    await expect(
      message(page, 'Signing out needs a connection to the portal. Keep this device to yourself until then.'),
    ).toBeVisible();
    await page.reload();
    await expect(comments(page)).toHaveValue('Interrupted: still here');
  });
}
