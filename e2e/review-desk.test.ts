import type { Page } from '@playwright/test';
import { base } from './setup/rounds.ts';
import { expect, expectAccessible, hold, message, routeFirst, signIn, test } from './setup/story.ts';

const logs = `${base}/logs`;

/** Files logs that no other story looks at, the last one first in the list. */
async function fileLogs(page: Page, baseURL: string | undefined, texts: readonly string[], building: string) {
  await signIn(page, 'it');
  for (const comments of texts) {
    const filed = await page.request.post(`/api${base}/logs/add`, {
      data: { building, fireExtinguishers: true, exitDoors: true, comments },
      headers: { origin: baseURL ?? '' },
    });
    expect(filed.status()).toBe(201);
  }
}
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, log) => `${name} ${log}.`);
const logOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('a director reviews ten logs by keyboard', { tag: '@long' }, async ({ page, baseURL }) => {
  await fileLogs(page, baseURL, numbered('Keyboard', 10), 'Finney');
  await signIn(page, 'reslife', `${logs}?reviewed=false&submittedBy=it%40&building=Finney`);
  await expect(logOf(page, 'Keyboard 9.')).toBeVisible();
  await page.keyboard.press('j');
  await expect(logOf(page, 'Keyboard 9.')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(logOf(page, 'Keyboard 9.')).toBeFocused();
  for (let log = 9; log >= 0; log -= 1) {
    const reviewed = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.status() === 200,
    );
    await page.keyboard.press('r');
    await reviewed;
    if (log > 0)
      await expect(
        logOf(page, `Keyboard ${log - 1}.`)
          .locator(':focus')
          .or(logOf(page, `Keyboard ${log - 1}.`).and(page.locator(':focus'))),
      ).toBeVisible();
  }
  await expect(logOf(page, 'Keyboard')).toHaveCount(0);

  // People who use speech input, or type with a switch, turn the keys off.
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Turn off keys' }).click();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'Turn on keys' })).toBeFocused();
  await expectAccessible(page);
});

test('several logs are selected and marked reviewed; one that someone else reviewed first is named', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await fileLogs(page, baseURL, numbered('Together', 4), 'Vorhees');
  const address = `${logs}?reviewed=false&submittedBy=it%40&building=Vorhees`;
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(other, 'it', address);
  await signIn(page, 'reslife', address);
  for (const log of [1, 2, 3]) await logOf(page, `Together ${log}.`).getByLabel('Select').check();
  await expectAccessible(page);
  await logOf(other, 'Together 2.').getByRole('button', { name: 'Review' }).click();
  await expect(message(other, 'Review Submitted')).toBeVisible();
  await page.getByRole('button', { name: 'Mark 3 reviewed' }).click();
  await expect(message(page, '2 of 3 logs reviewed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    /iris\.thornwell already reviewed/,
  );
  await expect(logOf(page, 'Together')).toHaveCount(1);
  await page.getByLabel('Select all on this page').check();
  const last = page.getByRole('button', { name: 'Mark 1 reviewed' });
  await routeFirst(page, /\/api\/.*review/, (route) => route.abort());
  await last.click();
  await expect(message(page, 'The reviews were not submitted')).toBeVisible();
  await last.click();
  await expect(message(page, 'Review Submitted')).toBeVisible();
  // What failed before is no longer true, and is gone before its time.
  await expect(message(page, 'The reviews were not submitted')).toHaveCount(0, { timeout: 1_000 });
  await expect(page.getByText('No Data Available')).toBeVisible();
  await other.context().close();
});

test('every filter of an address has a control, and a building that does not exist has a way out', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'reslife', `${logs}?reviewed=true&followUp=false`);
  await page.getByLabel('Reviewed Logs', { exact: true }).uncheck();
  await page.getByLabel('Needs no follow-up').uncheck();
  await expect(page).toHaveURL(/\?page=1&pageSize=10$/);
  await page.getByLabel('Needs Follow Up').check();
  await page.getByLabel('Follow-ups').selectOption('Open and unassigned');
  await expect(page).toHaveURL(/followUp=unassigned/);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.getByLabel('From').fill('2026-01-01');
  await expect(page).toHaveURL(/from=2026-01-01/);

  await page.goto(`${logs}?building=Nowhere&reviewed=maybe`);
  await expect(page).not.toHaveURL(/maybe/);
  await expect(page.getByText("This building doesn't exist.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all logs' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the list opens on unreviewed logs for those who chose that, and other addresses work as written', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'reslife', logs);
  await expect(page).toHaveURL(/\?page=1&pageSize=10$/);
  await page.getByLabel('Always start with unreviewed').check();
  await page.getByRole('navigation', { name: 'RA logs' }).getByRole('link', { name: 'Board' }).click();
  await expect(page).toHaveTitle('Quad | Board');
  await page.getByRole('navigation', { name: 'RA logs' }).getByRole('link', { name: 'RA Logs' }).click();
  await expect(page.getByLabel('Unreviewed Logs')).toBeChecked();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByLabel('Unreviewed Logs')).not.toBeChecked();
});

test('another page of a list starts at its top', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'reslife', logs);
  // However narrow the page is, the name of a building has room.
  const buildings = page.locator('dt:text-is("Building") + dd > span');
  await expect(buildings).toHaveCount(10);
  const broken = await buildings.evaluateAll((names) =>
    names
      .filter((name) => name.getClientRects().length > 1)
      .map(({ textContent }) => textContent)
      .filter((name) => !name.includes('-')),
  );
  expect(broken).toEqual([]);
  const next = page.getByRole('button', { name: 'Next page' });
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('region', { name: 'Logs, page 2' })).toBeFocused();
  await expect(page.getByRole('article').first()).toBeInViewport();
  await expect(next).not.toBeInViewport();
});

test('a review on a slow connection takes the focus from no one who is on another page by then', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await fileLogs(page, baseURL, ['Slow focus.'], 'Finney');
  await signIn(page, 'reslife', `${logs}?reviewed=false&submittedBy=it%40&building=Finney`);
  const goOn = await hold(page, '**/reviews');
  const sent = page.waitForRequest('**/reviews');
  await logOf(page, 'Slow focus.')
    .getByRole('button', { name: /^Review/ })
    .click();
  await sent;
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  const link = page.getByRole('main').getByRole('link').last();
  await link.focus();
  goOn();
  await expect(message(page, 'Review Submitted')).toBeVisible();
  await expect(link).toBeFocused();
});
