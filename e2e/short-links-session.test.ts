import { addLink, list, row } from './setup/links.ts';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

// What the worker fetches cannot be answered here, and on a busy machine neither can some of what it leaves to the page.
test.use({ serviceWorkers: 'block' });

test('a session that ends in the middle of a form loses nothing', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  const ahead = page.waitForResponse('**/assets/session-ended-*.js');
  await dialog.getByLabel('Short URL').fill('story-session');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/session');
  await (await ahead).finished();
  await page.context().clearCookies();
  // As after an upgrade: the files of this page are gone.
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  // Not with the mouse: a background request of the page may open the dialog first.
  await dialog.getByRole('button', { name: 'Add URL' }).dispatchEvent('click');

  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await expectAccessible(page);
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    ended.getByRole('link', { name: 'Sign in again' }).click(),
  ]);
  await other.getByRole('button', { name: /Iris Thornwell/ }).click();
  await expect(ended).toBeHidden();
  // No one is asked to sign in once they have.
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Short URL')).toHaveValue('story-session');
});

test('a button that was pressed after the session had ended says so once the person is back', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', list);
  await addLink(page, 'story-not-deleted', 'https://www.sawtooth.example/stays');
  await page.goto(`${list}?search=story-not-deleted`);
  const ended = {
    status: 401,
    contentType: 'application/problem+json',
    body: '{"status":401,"detail":"Please sign in."}',
  };
  await page.route('**/api/redirects/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    await page.context().clearCookies();
    return route.fulfill(ended);
  });
  await page.getByRole('button', { name: 'Delete /r/story-not-deleted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // On the demo's page: a header has her name as well.
  await page
    .getByRole('main')
    .getByRole('button', { name: /Iris Thornwell/ })
    .click();
  await expect(message(page, "That didn't go through")).toBeVisible();
  await expect(row(page, 'story-not-deleted')).toBeVisible();
  expect(page.url()).not.toContain('not-done');

  await page.reload();
  await expect(row(page, 'story-not-deleted')).toBeVisible();
  await page.route('**/api/redirects/export*', async (route) => {
    await page.context().clearCookies();
    return route.fulfill(ended);
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /Iris Thornwell/ })
    .click();
  await expect(message(page, "That didn't go through")).toBeVisible();
});

test('a session that ends while its dialog cannot be loaded says what to do, and loses nothing', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/assets/session-ended-*.js', (route) => route.fulfill({ status: 404 }));
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('story-no-dialog');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/no-dialog');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Add URL' }).dispatchEvent('click');
  await expect(page.getByText('Sign in again in a new tab').first()).toBeVisible();

  const other = await page.context().newPage();
  await signIn(other, 'it', '/my-dashboard');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(page.getByText('/r/story-no-dialog').first()).toBeVisible();
});
