import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

test('a person signs out another device from here, and stays signed in here', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'business', '/support');
  // Other stories have signed in as this person.
  const ended = await page.request.delete('/api/auth/sessions', { headers: { origin: baseURL ?? '' } });
  expect(ended.ok()).toBe(true);
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(phone, 'business', '/support');
  await page.getByRole('link', { name: 'Your Sessions' }).click();
  await expect(page).toHaveTitle('Quad | Your Sessions');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('This one')).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(message(page, /is signed out$/)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  await phone.goto('/account/sessions');
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await phone.context().close();
});

test('IT finds a person and ends the sessions; the person is asked to sign in again', async ({
  page,
  browser,
  baseURL,
}) => {
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(desk, 'business', '/support');
  await signIn(page, 'it', '/departments/information-technology');
  await page.getByRole('link', { name: /^People/ }).click();
  await page.getByRole('searchbox', { name: 'Search name and email' }).fill('castellow');
  await expect(page).toHaveURL(/search=castellow/);
  await page.getByRole('button', { name: 'Bram Castellow' }).click();
  const sheet = page.getByRole('dialog', { name: 'Bram Castellow' });
  await expect(sheet.getByText('Domain-Business, Domain-Staff', { exact: true })).toBeVisible();
  await expect(sheet.getByText(/^\d+ permissions?$/)).toBeVisible();
  await expect(
    sheet.getByRole('listitem').filter({ hasText: 'Through Domain-Staff, from “demo”.' }).first(),
  ).toBeVisible();
  await expectAccessible(page);

  await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page
    .getByRole('dialog', { name: /Sign .* out everywhere/ })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click();
  await expect(sheet.getByText('Not signed in anywhere.')).toBeVisible();

  await desk.goto('/account/sessions');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await desk.context().close();
});

test('IT reads who blocked a person in the meantime, and overwrites nothing', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: baseURL ?? '' })));
  const [desk, second] = await Promise.all(contexts.map((context) => context.newPage()));
  if (desk === undefined || second === undefined) throw new Error('There are too few pages.');
  await signIn(desk, 'business');
  const find = async (admin: Page) => {
    await admin.goto('/departments/information-technology/people?search=business%40');
    await admin.getByRole('table').getByRole('button').first().click();
    return admin.getByRole('dialog').first();
  };
  const press = async (admin: Page, sheet: Locator, action: string) => {
    await sheet.getByRole('button', { name: action }).click();
    await admin
      .getByRole('dialog', { name: new RegExp(`^${action.split(' ')[0]} `) })
      .getByRole('button', { name: action })
      .click();
  };
  await signIn(page, 'it');
  await signIn(second, 'it');
  const seen = await find(page);
  await expect(seen.getByRole('button', { name: 'Block' })).toBeVisible();

  await press(second, await find(second), 'Block');
  await expect(message(second, /is blocked$/)).toBeVisible();

  await press(page, seen, 'Block');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Nothing was changed');
  await expect(messages).toContainText('Iris Thornwell blocked this person in the meantime.');
  await press(page, seen, 'Unblock');
  await expect(messages).toContainText('can sign in again');
  await Promise.all(contexts.map((context) => context.close()));
});
