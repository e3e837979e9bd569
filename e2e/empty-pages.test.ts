import { list } from './setup/links.ts';
import { expect, signIn, test } from './setup/story.ts';

test('on a slow line, an empty list says nothing about what is on its way', { tag: '@long' }, async ({
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
