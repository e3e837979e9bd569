import { list } from './setup/links.ts';
import { expect, hold, message, signIn, test } from './setup/story.ts';

test('on a slow connection, an empty list says nothing about what is on its way', { tag: '@long' }, async ({
  page,
}) => {
  let held = Promise.resolve();
  await page.route('**/api/redirects?*', async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, 'it', `${list}?search=no-such-link`);
  const cases = [
    { title: 'No Data Available', button: 'Show all links' },
    { title: /^There is no page/, button: 'Go to the last page' },
  ];
  for (const { title, button } of cases) {
    await expect(page.getByText(title)).toBeVisible();
    const line = Promise.withResolvers<void>();
    held = line.promise;
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('status', { name: 'Loading links' })).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
    line.resolve();
    await expect(page.getByRole('table')).toBeVisible();
    await page.goto(`${list}?page=99`);
  }
});

test('on a slow connection, a search for articles that found none says nothing about the next one', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'student', '/support/articles?words=zzzzzz');
  await expect(page.getByText('No article found')).toBeVisible();
  const goOn = await hold(page, '**/api/support/articles');
  await page.getByRole('button', { name: 'Show all articles' }).click();
  await expect(page.getByRole('status', { name: 'Loading the articles' })).toBeVisible();
  await expect(page.getByText('There are no articles yet')).toHaveCount(0);
  goOn();
  await expect(page.getByRole('list', { name: 'Help articles' })).toBeVisible();
});

test('someone who deletes the last row of the last page is taken to the page before it', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', '/');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  for (const name of ['staff', 'faculty']) {
    const data = { principalEmail: `${name}@sawtooth.example`, expiresAt };
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request.post('/api/support/password-reset/exclusions', { data, headers });
    expect(answer.status()).toBe(201);
  }
  await page.goto('/support/password-reset/exclusions?pageSize=1&page=2');
  await page.getByRole('checkbox', { name: /staff@/ }).check();
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, 'Exclusion deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /faculty@/ })).toBeVisible();
  await expect(page).toHaveURL((url) => url.searchParams.get('page') === '1');
});
