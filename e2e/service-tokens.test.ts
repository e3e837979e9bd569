/// <reference lib="dom" />
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const page = '/departments/information-technology/service-tokens';

test('IT creates a token, sees it once, a program uses it, and IT revokes it', async ({
  page: screen,
  context,
  playwright,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const program = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await signIn(screen, 'it', page);
  await screen.getByRole('button', { name: 'Create token' }).first().click();
  const form = screen.getByRole('dialog', { name: 'Create token' });
  await expect(form).toBeVisible();
  await expectAccessible(screen);
  await form.getByLabel('Name').fill('Flyer maker');
  await form.getByLabel(/^See all short links/).check();
  await form.getByLabel('Only from these addresses').fill('campus\n127.0.0.1');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByLabel('Only from these addresses')).toBeFocused();
  await expect(form.getByLabel('Only from these addresses')).toHaveAccessibleDescription(
    /"campus" is neither/,
  );
  await expect(form.getByLabel('Name')).toHaveValue('Flyer maker');
  await form.getByLabel('Only from these addresses').fill('127.0.0.1');
  // What a token that publishes files also needs.
  await form.getByLabel(/^Publish files in its folder/).check();
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByLabel('Folder of its files')).toBeFocused();
  await expect(form.getByRole('group', { name: /^Its files may be for/ })).toHaveAccessibleDescription(
    /Choose the groups/,
  );
  await expectAccessible(screen);
  await form.getByLabel('Folder of its files').fill('flyers');
  await form.getByLabel('Domain-Staff', { exact: true }).check();
  await form.getByRole('button', { name: 'Create token' }).click();

  const shown = screen.getByRole('dialog', { name: 'Copy the token now' });
  const secret = await shown.getByRole('status').textContent();
  expect(secret).toMatch(/^quad_[\w-]{43}$/);
  await expectAccessible(screen);
  await screen.keyboard.press('Escape');
  const asked = screen.getByRole('dialog', { name: 'Close without copying?' });
  await asked.getByRole('button', { name: 'Keep it open' }).click();
  // So do Back and closing the tab.
  const mayLeave = () =>
    screen.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await mayLeave()).toBe(false);
  await shown.getByRole('button', { name: 'Copy token' }).click();
  expect(await screen.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  expect(await mayLeave()).toBe(true);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  expect(await screen.content()).not.toContain(secret);

  const add = (shortUrl: string) =>
    program.post('/api/redirects', {
      headers: { authorization: `Bearer ${secret}` },
      data: { shortUrl, longUrl: 'https://www.sawtooth.example/flyer' },
    });
  expect((await add('token-flyer')).status()).toBe(201);
  const publish = (name: string) =>
    program.post('/api/files/upload', {
      headers: { authorization: `Bearer ${secret}` },
      multipart: {
        ...{ ownerType: 'Automation', contentType: 'Resource', adGroups: 'Domain-Staff' },
        file: { name, mimeType: 'text/plain', buffer: Buffer.from('a flyer') },
      },
    });
  const published = await publish('Story flyer.txt');
  expect(published.status()).toBe(201);
  await screen.reload();
  const row = screen.getByRole('row', { name: /Flyer maker/ });
  await expect(row).toContainText('from 127.0.0.1');
  await expect(row).toContainText('Files below flyers/');
  await expectAccessible(screen);
  await row.getByRole('button', { name: 'Revoke Flyer maker' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(message(screen, 'Flyer maker is revoked')).toBeVisible();
  await expect(row).toContainText('Revoked by Iris Thornwell');
  expect((await add('token-again')).status()).toBe(401);
  expect((await publish('Story flyer.txt')).status()).toBe(401);

  // On the screen, what the program published can be withdrawn, but neither changed nor deleted.
  await screen.goto(`/files/manage/${(await published.json()).data._id}`);
  await expect(screen.getByText('/automation/flyers/Story flyer.txt')).toBeVisible();
  await expect(screen.getByRole('definition').filter({ hasText: 'by Flyer maker' })).toBeVisible();
  await expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  for (const name of ['Edit', 'Delete', 'Add a new version'])
    await expect(screen.getByRole('button', { name, exact: true })).toHaveCount(0);
  await program.dispose();
});
