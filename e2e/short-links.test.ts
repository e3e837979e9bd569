import { addLink, list, row } from './setup/links.ts';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

test('IT adds a link, follows it, sees the visit, changes it and deletes it', async ({ page }) => {
  await signIn(page, 'it', list);
  await expect(page).toHaveTitle('Quad | URL Shortener');
  await expect(page).toHaveURL(/page=1&pageSize=20/);
  await addLink(page, 'story-open-house', 'https://www.sawtooth.example/open-house');
  await expect(message(page, 'Added /r/story-open-house')).toBeVisible();

  const followed = await page.request.get('/r/story-open-house', { maxRedirects: 0 });
  expect(followed.status()).toBe(302);
  expect(followed.headers().location).toBe('https://www.sawtooth.example/open-house');

  await page.getByLabel('Search short and long URLs').fill('  story-open  ');
  await expect(page).toHaveURL(/search=story-open(&|$)/);
  await expect(async () => {
    await page.reload();
    await expect(row(page, 'story-open-house')).toContainText('1', { timeout: 500 });
  }).toPass();

  await row(page, 'story-open-house').getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/visit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    const again = await page.request.get('/r/STORY-open-house', { maxRedirects: 0 });
    expect(again.headers().location).toBe('https://www.sawtooth.example/visit');
  }).toPass({ timeout: 10_000 });

  await row(page, 'story-open-house')
    .getByRole('button', { name: /^QR code/ })
    .click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(details.getByText('https://www.sawtooth.example/open-house')).toBeVisible();
  await expect(details.getByRole('img', { name: /Visits per day/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await row(page, 'story-open-house')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, 'Deleted /r/story-open-house')).toBeVisible();
  await expect(page.getByText('No Data Available')).toBeVisible();
});

test('an expired link says so, and so does an unknown one; a live one is followed from inside the portal', async ({
  page,
}) => {
  await signIn(page, 'it', list);
  const past = new Date(Date.now() - 60_000).toISOString();
  const created = await page.request.post('/api/redirects', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { shortUrl: 'story-expired', longUrl: 'https://www.sawtooth.example/', expirationDate: past },
  });
  expect(created.status()).toBe(201);
  const answer = await page.goto('/r/story-expired');
  expect(answer?.status()).toBe(410);
  await expect(page.getByText('The URL you are trying to reach has expired: /story-expired')).toBeVisible();
  await expectAccessible(page);

  const unknown = await page.goto('/r/story-unknown');
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText('story-unknown')).toBeVisible();
});

test('the form keeps what was typed when the server refuses, and marks the field', async ({ page }) => {
  await signIn(page, 'it', list);
  await addLink(page, 'story-taken', 'https://www.sawtooth.example/a');
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('Story-Taken');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/b');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByLabel('Short URL')).toBeFocused();
  await expect(dialog.getByLabel('Short URL')).toHaveAccessibleDescription(/already taken/);
  await expect(dialog.getByLabel('Long URL')).toHaveValue('https://www.sawtooth.example/b');
  await expectAccessible(page);

  await dialog.getByLabel('Short URL').fill('story taken');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByLabel('Short URL')).toHaveAccessibleDescription(/letters, digits/);
  await expect(dialog).not.toContainText('already taken');
});

test('everything can be done with only the keyboard', async ({ page }) => {
  await signIn(page, 'it', list);
  await expect(page.getByRole('heading', { name: 'URL Shortener' })).toBeVisible();
  await page.getByRole('button', { name: 'Add URL' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Short URL')).toBeFocused();
  await page.keyboard.type('story-keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://www.sawtooth.example/keyboard');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Added /r/story-keyboard')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add URL' })).toBeFocused();
});

for (const width of [360, 1024, 1440]) {
  test(`a toast does not cover the buttons of a dialog, ${width} px`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await signIn(page, 'it', list);
    await addLink(page, `story-toast-${width}`, 'https://www.sawtooth.example/toast');
    await page.getByRole('button', { name: 'Add URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add URL' });
    await expect(message(page, `Added /r/story-toast-${width}`)).toBeVisible();
    for (const name of ['Add URL', 'Cancel', 'Close this message']) {
      // Fails at once if something else would be clicked.
      await dialog.getByRole('button', { name }).click({ trial: true, timeout: 1_500 });
    }
  });
}

test('an import with mistakes adds nothing and shows each row', async ({ page }) => {
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  const buffer = Buffer.from(
    'shortUrl,longUrl,expirationDate\nstory-good,https://a.example/,\nbad name,ftp://x,soon\n',
  );
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('table')).toContainText('bad name');
  await expect(dialog.getByRole('table')).toContainText('ftp://x');
  await expectAccessible(page);
  expect((await page.request.get('/r/story-good', { maxRedirects: 0 })).status()).toBe(404);
});
