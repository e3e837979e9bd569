import type { Page } from '@playwright/test';
import { expect, signIn, test } from './setup/story.ts';

const raLogs = '/departments/residence-life/resident-assistants/logs';
const pages = [
  [null, '/'],
  ['staff', '/'],
  ['staff', '/my-dashboard'],
  ['reslife', raLogs],
  ['ra', `${raLogs}/add`],
  ['it', '/departments/information-technology/redirects'],
] as const;

/** Where the text of the first paint is, and how it looks. */
function look(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const words = [
      '.quad-banner',
      '.quad-product',
      '.quad-hero-greeting',
      'h1',
      '.quad-lead',
      '.quad-hero-lead',
      '.quad-notice-title',
      '.quad-notice-words p',
    ];
    return [...words, '.quad-home-lead'].flatMap((selector) => {
      const element = document.querySelector(selector);
      if (element === null) return [];
      const range = document.createRange();
      range.selectNodeContents(element);
      const { x, y, width, height } = range.getBoundingClientRect();
      const { color, font } = getComputedStyle(element);
      const box = [x, y, width, height].map((value) => Math.round(value));
      return [{ selector, text: element.textContent, box, color, font }];
    });
  });
}

for (const [width, colorScheme] of [
  [360, 'light'],
  [1440, 'dark'],
] as const) {
  test(`what the server draws is what React draws, ${width} px, ${colorScheme}`, { tag: '@long' }, async ({
    browser,
    baseURL,
  }) => {
    for (const [name, path] of pages) {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        colorScheme,
        serviceWorkers: 'block',
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      if (name !== null) await signIn(page, name);
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto(path);
      const drawn = await look(page);
      expect(drawn.length, path).toBeGreaterThan(3);
      await page.unrouteAll();
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await look(page), path).toEqual(drawn);
      await context.close();
    }
  });
}

test('a page that is never painted still starts its scripts', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('on a slow connection, a button that is a link keeps the colors of a button', { tag: '@long' }, async ({
  page,
}) => {
  // The starter then loads the other style sheets at once, while the page is still being read.
  await page.addInitScript(() => {
    performance.now = () => 1_000;
  });
  await signIn(page, 'student', '/support/tickets');
  await expect(page.getByRole('link', { name: 'New ticket' }).first()).toHaveCSS(
    'color',
    'rgb(255, 255, 255)',
  );
});

test('without scripts a page says what it needs', { tag: '@long' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('.quad-no-script')).toBeInViewport();
  await context.close();
});

test('a page whose scripts were replaced by an update says so, and loads after a reload', async ({
  page,
}) => {
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('This page could not be loaded.');
  await expect(notice).toBeInViewport();
  await page.unrouteAll();
  await notice.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByText('This page could not be loaded.')).toBeHidden();
});
