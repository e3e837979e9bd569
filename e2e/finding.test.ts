import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a page by name or keyword' });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('a student and IT search for the same words and find what is theirs', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'student', '/support/submit-help-desk-ticket');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Zebra printer eats paper');
  await page.getByRole('textbox', { name: 'Description' }).fill('Since noon.');
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByRole('region', { name: 'Submitted' })).toContainText('Zebra printer eats paper');

  await page.goto('/');
  await page.getByRole('button', { name: 'Find a page' }).click();
  await expect(group(page, 'Pinned').getByRole('option').first()).toBeVisible();
  await field(page).fill('zebra pri');
  const own = group(page, 'Your tickets').getByRole('option');
  await expect(own).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Your tickets: 1' })).toHaveCount(1);
  await expectAccessible(page);
  await field(page).fill('thornwell');
  await expect(group(page, 'Employees').getByRole('option', { name: /Iris Thornwell/ })).toBeVisible();
  await expect(group(page, 'People')).toBeHidden();
  await field(page).fill('zebra');
  await expect(own).toHaveCount(1);

  // While other words are being looked up, Enter doesn't open what the earlier ones found.
  await page.route('**/api/find?*', () => {});
  await field(page).fill('zebra paddock');
  await expect(page.getByText('Searching…')).toBeVisible();
  await field(page).press('Enter');
  await expect(field(page)).toBeVisible();
  await expect(own).toHaveAttribute('aria-selected', 'false');
  await page.unroute('**/api/find?*');

  await field(page).fill('zebra');
  await expect(page.getByRole('status').filter({ hasText: 'Your tickets: 1' })).toHaveCount(1);
  await field(page).press('ArrowUp');
  await expect(own).toHaveAttribute('aria-selected', 'true');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Zebra printer/ })).toBeVisible();
  await page.getByRole('link', { name: 'My Tickets' }).first().click();
  await page.keyboard.press('Control+k');
  await expect(group(page, 'Recent').getByRole('option').first()).toContainText('Zebra printer eats paper');

  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: { width: 360, height: 740 },
  });
  const phone = await context.newPage();
  await signIn(phone, 'it', '/support');
  await phone.getByRole('button', { name: 'Find a page' }).click();
  await field(phone).fill('zebra');
  const atDesk = group(phone, 'Help desk tickets').getByRole('option', { name: /Zebra printer/ });
  await expect(atDesk).toBeVisible();
  await expect(group(phone, 'Your tickets')).toBeHidden();
  const { width, height } = (await phone.getByRole('dialog').boundingBox()) ?? { width: 0, height: 0 };
  expect([width, height]).toEqual([360, 740]);
  await expectAccessible(phone);
  await phone.goBack();
  await expect(field(phone)).toBeHidden();
  await expect(phone.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();

  await phone.getByRole('button', { name: 'Find a page' }).click();
  await phone.route('**/api/find?*', (route) => route.abort());
  await field(phone).fill('student@');
  await expect(phone.getByRole('alert')).toContainText('Only pages were searched.');
  await phone.unroute('**/api/find?*');
  await phone.getByRole('button', { name: 'Try again' }).click();
  await group(phone, 'People').getByRole('option').first().click();
  await expect(phone.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(phone.getByRole('searchbox')).toHaveValue('student@sawtooth.example');
  await phone.goBack();
  await expect(phone.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await context.close();
});

test('Enter that confirms what an input method has written opens nothing, even in Safari', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it');
  await page.keyboard.press('Control+k');
  await field(page).fill('url shortener');
  await expect(page.getByRole('option', { selected: true })).toContainText('URL Shortener');
  // There, the key comes after the end of the composition, and only its code says that it was used.
  await field(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(field(page)).toBeVisible();
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'URL Shortener' })).toBeVisible();
});

test('a tool is pinned on its page, put in order, and comes first on home and dashboard', {
  tag: '@long',
}, async ({ page }) => {
  const pinned = page.getByRole('region', { name: 'Pinned' });
  const items = pinned.getByRole('listitem');
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/api/pins'));
  await signIn(page, 'approver3', '/support/tickets');
  const first = saved();
  await page.getByRole('button', { name: 'Pin this page', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unpin this page' })).toBeVisible();
  await first;
  await page.goto('/my-dashboard');
  await expect(items.last()).toHaveText('My Tickets');
  const before = await items.allInnerTexts();
  await pinned.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move My Tickets up' }).focus();
  for (let place = before.length - 1; place > 0; place -= 1) {
    const move = saved();
    await page.keyboard.press('Enter');
    await move;
  }
  await expect(page.getByText(`My Tickets is now 1 of ${before.length}.`)).toHaveCount(1);
  // It can't move any further up, and the button stays where it is when pressed once more.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move My Tickets up' })).toBeFocused();
  // A row that is moved keeps the focus, though the browser forgets it.
  for (const way of ['down', 'up']) {
    const move = saved();
    await page.getByRole('button', { name: `Move My Tickets ${way}` }).press('Enter');
    await move;
    await expect(page.getByRole('button', { name: `Move My Tickets ${way}` })).toBeFocused();
  }
  await expectAccessible(page);
  const list = page.getByRole('dialog').getByRole('listitem');
  const drop = saved();
  await list.nth(1).dragTo(list.nth(0));
  await drop;
  await page.getByRole('button', { name: 'Done' }).click();
  const [next = '', ...others] = before.slice(0, -1);
  await expect(items).toHaveText([next, 'My Tickets', ...others]);
  await page.goto('/');
  await expect(items).toHaveText([next, 'My Tickets', ...others]);
  await expect(page.locator('main h2').first()).toHaveText('Pinned');
});
