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
  await expectAccessible(screen);
  await form.getByLabel('Name').fill('Flyer maker');
  await form.getByLabel('Only from these addresses').fill('campus\n127.0.0.1');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByLabel('Only from these addresses')).toBeFocused();
  await expect(form.getByLabel('Only from these addresses')).toHaveAccessibleDescription(
    /"campus" is neither/,
  );
  await expect(form.getByLabel('Name')).toHaveValue('Flyer maker');
  await form.getByLabel('Only from these addresses').fill('127.0.0.1');
  await form.getByRole('button', { name: 'Create token' }).click();

  const shown = screen.getByRole('dialog', { name: 'Copy the token now' });
  const secret = await shown.getByRole('status').textContent();
  expect(secret).toMatch(/^quad_[\w-]{43}$/);
  await expectAccessible(screen);
  await screen.keyboard.press('Escape');
  const asked = screen.getByRole('dialog', { name: 'Close without copying?' });
  await asked.getByRole('button', { name: 'Keep it open' }).click();
  await shown.getByRole('button', { name: 'Copy token' }).click();
  expect(await screen.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  expect(await screen.content()).not.toContain(secret);

  const add = (shortUrl: string) =>
    program.post('/api/redirects', {
      headers: { authorization: `Bearer ${secret}` },
      data: { shortUrl, longUrl: 'https://www.sawtooth.example/flyer' },
    });
  expect((await add('token-flyer')).status()).toBe(201);
  await screen.reload();
  const row = screen.getByRole('row', { name: /Flyer maker/ });
  await expect(row).toContainText('from 127.0.0.1');
  await expectAccessible(screen);
  await row.getByRole('button', { name: 'Revoke Flyer maker' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(message(screen, 'Flyer maker is revoked')).toBeVisible();
  await expect(row).toContainText('Revoked by Iris Thornwell');
  expect((await add('token-again')).status()).toBe(401);
  await program.dispose();
});
