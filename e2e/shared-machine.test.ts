import type { Page } from '@playwright/test';
import { keptBy } from './setup/kept-by.ts';
import { expect, signIn, test } from './setup/story.ts';

const base = '/departments/residence-life/resident-assistants';
const telling = /\bit@sawtooth\.example|Thornwell|Domain-[A-Z]\w+|Only a draft|Only a search/;

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  const warning = page.getByRole('dialog').getByRole('button', { name: 'Sign out' });
  const loggedOut = page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true });
  await expect(warning.or(loggedOut).first()).toBeVisible();
  if (await warning.isVisible()) await warning.click();
  await expect(loggedOut).toBeVisible();
}

test('after signing out, the computer keeps nothing of the person, no matter where they were and what they typed', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, 'it', `${base}/logs/add`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('textbox', { name: 'Reports' }).fill('Only a draft');
  await expect.poll(() => keptBy(page)).toContain('Only a draft');
  for (const path of [
    `${base}/logs?page=1&pageSize=10&submittedBy=Only+a+search`,
    `${base}/my-logs`,
    '/departments/information-technology/redirects?search=Only+a+search',
    '/departments/facilities/key-request-process',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(await keptBy(page)).toMatch(telling);
  await logOut(page);
  expect(telling.exec(await keptBy(page))?.[0]).toBeUndefined();
  // It says that someone was signed out, and not who.
  expect((await context.cookies()).map(({ name, value }) => [name, value])).toEqual([
    ['quad-signed-out', 'yes'],
  ]);
});

test('after signing out, going back shows nothing that was read', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'it', `${base}/logs`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await logOut(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await expect(page.getByRole('article')).toHaveCount(0);
});
