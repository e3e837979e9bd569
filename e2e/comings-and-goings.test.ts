import { expect, expectAccessible, signIn, test } from './setup/story.ts';

const leaver = 'Rowan Ashgrove';

test('IT hands over what someone who left owned, and the successor keeps the links', async ({ page }) => {
  await signIn(page, 'it', '/departments/information-technology');
  await page.getByRole('link', { name: /^Comings and Goings/ }).click();
  const row = page.getByRole('row', { name: leaver });
  await expect(row).toContainText('Left the directory');
  await expect(row).toContainText('2 short links, 2 files');
  await expectAccessible(page);
  await page.getByRole('link', { name: leaver }).click();
  await expect(page.getByRole('heading', { level: 1, name: `What ${leaver} owns` })).toBeVisible();
  await expect(page.getByRole('link', { name: '/r/bookstore' })).toBeVisible();
  await expectAccessible(page);

  // Escape closes the suggestions first, and the dialog only once there are none.
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  const opened = page.getByRole('dialog', { name: /^Hand over/ });
  await opened.getByRole('combobox').pressSequentially('iris');
  const offered = page.getByRole('option', { name: /Iris Thornwell/ });
  await expect(offered).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offered).toBeHidden();
  await expect(opened.getByRole('combobox')).toBeFocused();
  // Typing more opens them again, and Enter never picks someone whom older words found.
  await page.keyboard.type(' th');
  await expect(offered).toBeVisible();
  await opened.getByRole('combobox').fill('it2@sawtooth.example');
  await page.keyboard.press('Enter');
  await expect(opened.getByText('it2@sawtooth.example')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(opened.getByText('it2@sawtooth.example')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();

  // One of them first, then all that is left.
  await page.getByLabel('Choose /r/bookstore').check();
  for (const [button, title] of [
    ['Hand over 1 short link', 'Hand over 1 short link'],
    ['Hand over everything', 'Hand over 1 short link and 2 files'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('combobox').fill('it2@sawtooth.example');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByText(`${leaver} owns nothing`)).toBeVisible();
  await expect(page.getByText(/Done by /)).toBeVisible();

  await page.goto('/departments/information-technology/comings-and-goings?state=done');
  await expect(page.getByRole('row', { name: leaver })).toContainText('Nothing');
  await page.goto('/departments/information-technology/redirects?search=bookstore');
  await page.getByRole('button', { name: /^\/r\/bookstore/ }).click();
  await expect(page.getByText(/now kept by /)).toBeVisible();
});
