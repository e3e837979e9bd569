/// <reference lib="dom" />
import { expect, message, signIn, test } from './setup/story.ts';

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
  const list = Promise.withResolvers<void>();
  await page.route(`**/api${tool}/poster-queue?*`, async (route) => {
    await list.promise;
    await route.continue();
  });
  await start.press('Enter');
  await expect(message(page, `Poster ${poster} is being printed`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Start printing: poster ${poster}` })).toBeDisabled();
  list.resolve();
  await expect(page.getByRole('button', { name: `Mark as ready: poster ${poster}` })).toBeEnabled();
  expect(moves).toHaveLength(1);
});
