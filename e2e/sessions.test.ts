import { expect, expectAccessible, signIn, test } from './setup/story.ts';

test('somebody signs out the other device from here, and stays signed in here', async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(phone, 'volunteer', '/support');
  await signIn(page, 'volunteer', '/support');
  await page.getByRole('link', { name: 'Your Sessions' }).click();
  await expect(page).toHaveTitle('Quad | Your Sessions');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('This one')).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText(/is signed out/)).toBeVisible();
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
  await page.getByRole('searchbox', { name: 'Search name and e-mail' }).fill('castellow');
  await expect(page).toHaveURL(/search=castellow/);
  await page.getByRole('button', { name: 'Bram Castellow' }).click();
  const sheet = page.getByRole('dialog', { name: 'Bram Castellow' });
  await expect(sheet.getByText('Domain-Business, Domain-Staff')).toBeVisible();
  await expectAccessible(page);

  await sheet.getByRole('button', { name: 'End all sessions' }).click();
  await page
    .getByRole('dialog', { name: /End all sessions/ })
    .getByRole('button', { name: 'End all' })
    .click();
  await expect(sheet.getByText('Not signed in anywhere.')).toBeVisible();

  await desk.goto('/account/sessions');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await desk.context().close();
});
