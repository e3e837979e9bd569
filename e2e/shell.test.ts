/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

const links = '/departments/information-technology/redirects';

/** The fields of the palette; a list behind it has its own. */
const palette = (page: Page) => page.getByRole('combobox', { name: 'Find a page by name or keyword' });

test('what is typed before the palette is there is not lost, and it has actions', async ({ page }) => {
  const release: (() => void)[] = [];
  await page.route('**/assets/palette-*.js', async (route) => {
    await new Promise<void>((resolve) => release.push(resolve));
    await route.continue();
  });
  await signIn(page, 'it');
  await expect.poll(() => release.length, 'it is fetched before it is wanted').toBe(1);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('add a sh');
  for (const go of release) go();
  const field = palette(page);
  await expect(field).toHaveValue('add a sh');
  await expect(page.getByRole('option').first()).toHaveText(/Add a short link/);
  await field.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add URL' })).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === links && !url.searchParams.has('add'));
  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox', { name: 'Search short and long URLs' });
  await search.focus();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await expect(search).toBeFocused();
  // The palette's field is gone with the palette; keys must reach this one again.
  await page.keyboard.type('library');
  await expect(search).toHaveValue('library');
  // Escape, and the keys for another search before the browser says that it has closed this one.
  await page.keyboard.press('Control+k');
  await palette(page).fill('wifi');
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  await page.keyboard.type('poster');
  await expect(palette(page)).toHaveValue('poster');
  await palette(page).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Control+k');
  await palette(page).fill('sign out');
  await page.getByRole('option', { name: /^Sign out You're signed in as/ }).click();
  await page.waitForURL((url) => url.pathname !== links);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a message is as high as its words, even in browsers that stretch what is on top', {
  tag: '@long',
}, async ({ page }) => {
  // As Safari does with the height it gives popovers.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@layer browser { [popover] { height: 100% } }');
    document.adoptedStyleSheets = [sheet];
  });
  await signIn(page, 'student', '/support/wifi-key');
  await page.getByRole('button', { name: 'Copy the key' }).click();
  const toast = page.getByRole('region', { name: 'Messages' }).locator('[data-tone]');
  await expect(toast).toBeVisible();
  expect((await toast.boundingBox())?.height).toBeLessThan(120);
});

test('a message is announced once, also when a dialog opens or closes while it is shown', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        if (target instanceof Element && target.closest('[aria-live]') !== null)
          for (const { textContent } of addedNodes) announced.push(textContent ?? '');
    }).observe(document, { subtree: true, childList: true });
  });
  await signIn(page, 'student', '/support/wifi-key');
  const announced = () => page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect.poll(announced).toHaveLength(1);
  await page.getByRole('button', { name: 'Find' }).click();
  const toast = page.getByRole('dialog').locator('[data-tone]');
  await expect(toast).toBeVisible();
  // What is new in a region is announced a moment after the region is there.
  await page.waitForTimeout(400);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForTimeout(400);
  expect(await announced()).toHaveLength(1);
});

test('Support says who helps and when, and every page says which time zone its times are in', {
  tag: '@long',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    timezoneId: 'America/New_York',
  });
  const page = await context.newPage();
  await signIn(page, 'it', '/support');
  const help = page.getByRole('complementary', { name: 'Who helps' });
  await expect(help).toHaveText('IT Help Deskhelp@sawtooth.exampleMonday to Friday, 8 a.m. to 5 p.m.');
  await expect(page.getByText('Times are Mountain Time.')).toBeVisible();
  await page.goto('/account/sessions');
  // A person in another zone sees it at each time.
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ M[SD]T$/);
  await context.close();
});

test('the contents of a long page mark the current section', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'staff', '/departments/facilities/key-request-process');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const last = contents.getByRole('link').last();
  await expect(contents.locator('[aria-current]')).toHaveText('Before you ask');
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'location');
  await expect(contents.locator('[aria-current]')).toHaveCount(1);
});

test('a page from before an upgrade reloads itself for a screen that it no longer has; offline it says so', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.clock.install();
  // Otherwise an idle browser may have fetched the screens before they are gone.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await signIn(page, 'it', '/departments/information-technology');
  let isGone = true;
  await page.route('**/assets/*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.clock.fastForward('10:00');
  const open = (name: RegExp) => page.getByRole('main').getByRole('link', { name }).first().click();
  await open(/^Audit Log/);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  expect(isGone).toBe(false);

  await page.goto('/departments/information-technology');
  await page.getByRole('heading', { level: 1 }).waitFor();
  isGone = true;
  await page.clock.fastForward('10:00');
  await context.setOffline(true);
  await open(/^People/);
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeFocused();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});
