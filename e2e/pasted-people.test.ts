/// <reference lib="dom" />
import { expect, signIn, test } from './setup/story.ts';

test('a person is found by a pasted name, and accepted by an address as mail programs copy it', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'it', '/committees/faculty-growth-development/manage/approvers');
  await page.getByRole('button', { name: 'Add Approver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Approver' });
  const person = dialog.getByRole('combobox', { name: 'Find someone' });
  const paste = async (text: string) => {
    await person.focus();
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };
  await paste('Felix Carraway');
  await expect(page.getByRole('option', { name: 'Felix Carraway' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('faculty@sawtooth.example');
  await paste('"Marbury, Stellan" <staff@sawtooth.example>;');
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('staff@sawtooth.example');
  await expect(dialog.getByRole('textbox', { name: 'Full name' })).toHaveValue('Stellan Marbury');
});

test('an address that was copied with its name can be pasted wherever one is asked for, and into searches', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'it', '/support/password-reset/check-eligibility');
  const copied = 'Jürgen Marbury <staff@sawtooth.example>';
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  const email = page.getByRole('textbox', { name: 'College email' });
  await email.press('Control+v');
  await expect(email).toHaveValue('staff@sawtooth.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^staff@sawtooth.example is /)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a page by name or keyword' }).press('Control+v');
  await expect(page.getByRole('option', { name: /^Stellan Marbury/ }).first()).toBeVisible();
  await page.goto('/departments/information-technology/people');
  const search = page.getByRole('searchbox', { name: 'Search name and email' });
  await search.press('Control+v');
  await expect(search).toHaveValue('staff@sawtooth.example');
  await expect(page.getByRole('row', { name: /Stellan Marbury/ })).toBeVisible();
});
