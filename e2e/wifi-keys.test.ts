/// <reference lib="dom" />
import type { Page, Route } from '@playwright/test';
import {
  expect,
  expectAccessible,
  hold,
  message,
  phoneOptions,
  routeFirst,
  signIn,
  test,
} from './setup/story.ts';

const path = '/support/wifi-key';

/** Says to a page that was left open what a browser says when its tab is opened again: both at once. */
const comeBackTo = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });

test.describe(() => {
  test.use({
    ...phoneOptions(360, 740),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  test('a student gets a key on a phone, copies it, and replaces it', async ({ page }) => {
    await signIn(page, 'student', path);
    const key = page.locator('output[data-secret]');
    const code = page.getByRole('img', { name: /^QR code to join Sawtooth-2025$/ });
    await expect(code).toBeInViewport({ ratio: 1 });
    await expect(key).toHaveText(/hidden$/);
    await expect(key).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);

    const copied = async () => {
      await page.getByRole('button', { name: 'Copy the key' }).click();
      await expect(message(page, 'Copied').first()).toBeVisible();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const first = await copied();
    expect(first).toMatch(/^[2-9A-Za-z]{16}$/);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(key).toHaveText(first);
    await expectAccessible(page);
    await page.reload();
    await expect(key).toHaveText(/hidden$/);
    expect(await page.content()).not.toContain(first);

    await page.getByRole('button', { name: 'Replace my key' }).click();
    const question = page.getByRole('dialog', { name: 'Replace your key?' });
    await expect(question).toContainText(
      'A device that is connected with it may stay connected until it joins again.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await copied()).toBe(first);
    const replace = async () => {
      await page.getByRole('button', { name: 'Replace my key' }).click();
      await question.getByRole('button', { name: 'Replace key' }).click();
    };
    // The Wi-Fi system is down for a moment.
    const fail = (route: Route) =>
      route.fulfill({ status: 503, json: { status: 503, detail: 'Try again in a few minutes.' } });
    await routeFirst(page, `**/api${path}`, fail);
    await replace();
    await expect(message(page, 'Your key was not replaced')).toBeVisible();
    expect(await copied()).toBe(first);
    await replace();
    await expect(message(page, 'You have a new key')).toBeVisible();
    await expect(message(page, 'Your key was not replaced')).toHaveCount(0, { timeout: 1_000 });
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(key).not.toHaveText(first);
    await expect(key).toHaveText(/^[2-9A-Za-z]{16}$/);

    // The key is replaced without its owner knowing.
    const second = (await key.textContent()) ?? '';
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.reload();
    await expect(code).toBeVisible();
    await routeFirst(page, `**/api${path}`, lose);
    await replace();
    await expect(message(page, 'You have a new key')).toBeVisible();
    await expect(message(page, 'Your key was not replaced')).toHaveCount(0);
    const third = await copied();
    expect(third).not.toBe(second);

    // The controller disconnects the phone that uses it.
    await page.reload();
    await expect(code).toBeVisible();
    await routeFirst(page, `**/api${path}`, lose);
    await routeFirst(page, `**/api${path}?*`, (route) => route.abort());
    await replace();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(message(page, 'Your key was not replaced')).toHaveCount(0, { timeout: 1_000 });
    await again.click();
    await expect(code).toBeVisible();
    expect(await copied()).not.toBe(third);
  });
});

test('what is below the key comes with it, so that nothing moves away from a finger', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isLoading = document.querySelector('[aria-label="Loading your key"]') !== null;
      const isBelow = [...document.querySelectorAll('h2')].some((one) => one.textContent === 'How to join');
      if (isLoading && isBelow) document.documentElement.setAttribute('data-came-first', '');
    }).observe(document, { childList: true, subtree: true });
  });
  const goOn = await hold(page, '**/api/support/wifi-key?*', 'GET');
  const guide = page.waitForResponse('**/api/support/wifi-key/guide');
  await signIn(page, 'student', path);
  await (await guide).finished();
  await expect(page.getByRole('status', { name: 'Loading your key' })).toBeVisible();
  // Time to draw the guide.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  goOn();
  await expect(page.locator('output[data-secret]')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to join' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-came-first');
});

test('a key that the browser does not let be copied is shown, to be selected', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await signIn(page, 'student', path);
  const key = page.locator('output[data-secret]');
  await expect(key).toHaveText(/hidden$/);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect(message(page, /Select the text and copy it\.$/)).toBeVisible();
  await expect(key).toHaveText(/^[2-9A-Za-z]{16}$/);
  await expect(page.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-pressed', 'true');
});

test('volunteers find Get WiFi in the navigation, and people without groups do not', async ({ page }) => {
  await signIn(page, 'volunteer');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get WiFi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wi-Fi Key');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, 'nogroups', '/support');
  await expect(page.getByRole('link', { name: 'Get WiFi' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Wi-Fi Key/ })).toHaveCount(0);
});

test('IT finds a key, replaces it, revokes it, and allows another one', async ({
  browser,
  page,
  baseURL,
}) => {
  const theirs = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const key = theirs.locator('output[data-secret]');
  await signIn(theirs, 'ra', path);
  await theirs.getByRole('button', { name: 'Show' }).click();
  const first = (await key.textContent()) ?? '';

  await signIn(page, 'it', '/departments/information-technology/wifi-keys?search=ra%40');
  const row = page.getByRole('row', { name: /\bra@sawtooth\.example/ });
  await expect(row).toContainText('Active');
  await expectAccessible(page);
  expect(await page.content()).not.toContain(first);
  await row.getByRole('button', { name: /^Replace the key of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(message(page, /has a new key$/)).toBeVisible();
  // Their page is still open.
  let looks = 0;
  theirs.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === `/api${path}`) looks += 1;
  });
  await comeBackTo(theirs);
  await expect(key).not.toHaveText(first);
  await expect(key).toHaveText(/^[2-9A-Za-z]{16}$/);
  expect(looks).toBe(1);

  await row.getByRole('button', { name: /^Revoke the key of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  await comeBackTo(theirs);
  await expect(key).toHaveCount(0);
  await expect(theirs.getByText('IT revoked your Wi-Fi key. Contact IT to get another one.')).toBeVisible();
  await row.getByRole('button', { name: /^Allow .+ a new key$/ }).click();
  await expect(message(page, /can get a new key$/)).toBeVisible();
  await page.getByRole('button', { name: 'Create a key for someone' }).click();
  const form = page.getByRole('dialog', { name: 'Create a key for someone' });
  await form.getByRole('combobox').fill('benning arlo');
  await expect(page.getByRole('option', { name: /Arlo Benning/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(message(page, /They have a key/)).toBeVisible();
  await theirs.reload();
  await expect(key).toBeVisible();
  await theirs.context().close();

  await page.goto('/departments/information-technology/wifi-keys?search=noor%20halvorsen');
  await page.getByRole('button', { name: /^Revoke the key of Noor Halvorsen, a guest of / }).click();
  await expect(page.getByRole('dialog')).toContainText('The guest is not.');
});

test('a page that is left open until the key expires shows a new one to someone who comes back', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'volunteer', path);
  await page.getByRole('button', { name: 'Show' }).click();
  const key = page.locator('output[data-secret]');
  const first = (await key.textContent()) ?? '';
  // The key expires only for this page, which notices, deletes the key, and makes another one.
  const expire = async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), expired_time: '2026-05-31T12:00:00.000Z' } });
  };
  await routeFirst(page, `**/api${path}?*`, expire, 2);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) asked.push(request.method());
  });
  await comeBackTo(page);
  await expect(key).toHaveText(/^[2-9A-Za-z]{16}$/);
  await expect(key).not.toHaveText(first);
  // It looks, and then does what it does when it is opened.
  expect(asked).toEqual(['GET', 'GET', 'DELETE', 'POST', 'GET']);
  await expect(page.getByText('ago')).toHaveCount(0);
});

test('a member of the faculty gives a guest a key, shows it, and ends it', async ({ page }) => {
  await signIn(page, 'approver', '/support');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Guest Wi-Fi/ })
    .click();
  await page.getByRole('button', { name: 'Add a guest' }).click();
  const form = page.getByRole('dialog', { name: 'Add a guest' });
  await form.getByLabel('Name').fill('Gale Visitor');
  await form.getByLabel('Email').fill('gale@visitors.example');
  await form.getByLabel('Days').fill('15');
  await form.getByRole('button', { name: 'Add guest' }).click();
  await expect(form.getByLabel('Days')).toHaveAccessibleDescription(/Enter 1 to 14 days\./);
  await expectAccessible(page);
  await form.getByLabel('Days').fill('3');
  await form.getByRole('button', { name: 'Add guest' }).click();
  await expect(message(page, 'Gale Visitor gets a key by email')).toBeVisible();
  const row = page.getByRole('row', { name: /Gale Visitor/ });
  await expect(row).toContainText('Active');

  await row.getByRole('button', { name: 'Show the key of Gale Visitor' }).click();
  const shown = page.getByRole('dialog', { name: 'Key of Gale Visitor' });
  await expect(shown.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'End the key of Gale Visitor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End key' }).click();
  await expect(row).toContainText('Ended');
});

test('a second key for a TV has a label, and goes without touching the first', async ({ page }) => {
  await signIn(page, 'volunteer', path);
  await page.getByRole('button', { name: 'Add a key for a device' }).click();
  const form = page.getByRole('dialog', { name: 'Add a key for a device' });
  await form.getByLabel('What is it for?').fill('TV in Anderson');
  await form.getByRole('button', { name: 'Add key' }).click();
  await page.getByRole('button', { name: 'Show the key for TV in Anderson' }).click();
  await expect(page.getByRole('dialog', { name: 'TV in Anderson' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add a key for a device' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove the key for TV in Anderson' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(message(page, 'The key for TV in Anderson is removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a key for a device' })).toBeVisible();
});

test('a key that could not be loaded offline is there once the device is online', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/support/wifi-key');
  await expect(page.getByRole('button', { name: 'Copy the key' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Support' }).click();
  const link = page.getByRole('main').getByRole('link', { name: /^Wi-Fi Key/ });
  await expect(link).toBeVisible();
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText('You seem to be offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Copy the key' })).toBeVisible();
  await expect(page.getByText('You seem to be offline.')).toHaveCount(0);
});
