import { expect, expectAccessible, expectAccessibleInBoth, signIn, test } from './setup/story.ts';

const refused = '/departments/information-technology/people';

test('a student opens a page of IT, reads why not, asks for access once, and the desk sees the ticket', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'student', refused);
  await expect(page.getByRole('heading', { name: 'You are not authorized to view this page' })).toBeVisible();
  const access = page.getByRole('region', { name: 'Access to this page' });
  await expect(access).toContainText(
    'Find people, end their sessions, block them, and decide link requests.',
  );
  await expect(access).toContainText('IT Help Desk decides who gets it (help@sawtooth.example).');
  await expectAccessibleInBoth(page);

  await access.getByRole('button', { name: 'Ask for access' }).click();
  const reason = access.getByLabel('What do you need it for?');
  await expect(reason).toBeFocused();
  // A tap: all of it in one go, before anything else runs.
  await access.getByRole('button', { name: 'Cancel' }).evaluate((button: HTMLButtonElement) => {
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    button.focus();
    button.click();
  });
  await expect(access).toBeFocused();
  await access.getByRole('button', { name: 'Ask for access' }).click();
  await access.getByRole('button', { name: 'Submit request' }).click();
  await expect(reason).toHaveAccessibleDescription(/Say what you need it for\./);
  await reason.fill('I make the posters for the welcome week.');
  await page.route('**/api/support/access', (route) => route.abort());
  await access.getByRole('button', { name: 'Submit request' }).click();
  await expect(access.getByRole('alert')).toBeVisible();
  await expect(reason).toHaveValue(/welcome week/);
  await expectAccessible(page);
  await page.unroute('**/api/support/access');
  await access.getByRole('button', { name: 'Submit request' }).click();
  await expect(access).toContainText(/You asked for it on .+\. Follow ticket #\d+/);
  await expect(access.getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(access).toContainText('You asked for it on');
  await expectAccessible(page);
  const number = /#\d+/.exec((await access.textContent()) ?? '')?.[0] ?? '';

  const it = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(it, 'it', `/departments/information-technology/tickets?search=${encodeURIComponent(number)}`);
  await it.getByRole('link', { name: 'Access to People' }).click();
  await expect(it.getByText('Domain-Student')).toBeVisible();
  await expect(it.getByText('I make the posters for the welcome week.')).toBeVisible();
  await it.context().close();
});
