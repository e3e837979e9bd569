/// <reference lib="dom" />
import { expect, signIn, test } from './setup/story.ts';

test('a person is found by a pasted name, and taken by an address as mail programs copy it', {
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
