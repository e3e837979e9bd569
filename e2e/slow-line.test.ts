/// <reference lib="dom" />
import { expect, hold, message, signIn, test } from './setup/story.ts';

const tool = '/departments/mail-copy-center';

test('on a slow connection, a button that is pressed again before its row has changed does nothing more', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'mailroom', `${tool}/poster-queue`);
  const start = page.getByRole('button', { name: /^Start printing/ }).first();
  const poster = (await start.getAttribute('aria-label'))?.match(/#\d+/)?.[0] ?? '';
  const moves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') moves.push(request.url());
  });
  const goOn = await hold(page, `**/api${tool}/poster-queue?*`);
  await start.press('Enter');
  await expect(message(page, `Poster ${poster} is being printed`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Start printing: poster ${poster}` })).toBeDisabled();
  goOn();
  await expect(page.getByRole('button', { name: `Mark as ready: poster ${poster}` })).toBeEnabled();
  expect(moves).toHaveLength(1);
});

test('on a slow connection, what a button does says that it is under way, until it is done', {
  tag: '@long',
}, async ({ page }) => {
  const links = '/departments/information-technology/redirects';
  await signIn(page, 'it', links);
  const added = await page.request.post('/api/redirects', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { shortUrl: 'story-slowly', longUrl: 'https://www.sawtooth.example/slowly' },
  });
  expect(added.status()).toBe(201);
  await page.goto(`${links}?search=story-slowly`);
  const goOn = await hold(page, '**/api/redirects/**', 'DELETE');
  await page.getByRole('button', { name: 'Delete /r/story-slowly' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, 'Still working on it…')).toBeVisible();
  goOn();
  await expect(message(page, /^Deleted/)).toBeVisible();
  await expect(message(page, 'Still working on it…')).toHaveCount(0);
});
