import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

test('a visitor is sent to sign-in, chooses a demo person, and arrives where they wanted to go', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Quad | Home');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/my-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await expectAccessible(page);
  await page.getByRole('button', { name: /Iris Thornwell/ }).click();

  await expect(page).toHaveURL(/\/my-dashboard$/);
  await expect(page).toHaveTitle('Quad | My Dashboard');
  await expect(page.getByRole('link', { name: 'Information Technology' })).toBeVisible();
});

test('the account menu says who is signed in, and signing out ends the session for good', async ({
  page,
  context,
}) => {
  await signIn(page, 'student');
  await page.getByRole('button', { name: /Your account/ }).click();
  await expect(page.getByText('Signed in as')).toBeVisible();
  await expect(page.getByText('Domain-Student')).toBeVisible();
  const before = await context.cookies();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();

  await context.addCookies(before);
  expect((await page.request.get('/api/auth/account')).status()).toBe(401);
  await page.goBack();
  await expect(page.getByText('Domain-Student')).toBeHidden();
});

test('signing out without a connection says that the person stays signed in', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'staff');
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(message(page, "You're still signed in")).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
});

test('after signing out, the back button shows nothing of the account', async ({ page }) => {
  await signIn(page, 'it', '/my-dashboard');
  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  await expect(page.getByRole('link', { name: 'Information Technology' })).toHaveCount(0);
});

test('a page that the person may not open says so, and one that does not exist says that', async ({
  page,
}) => {
  await signIn(page, 'student');
  await page.goto('/departments/information-technology/redirects');
  await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
  await expectAccessible(page);

  const answer = await page.goto('/departments/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Quad | Page Not Found');
  await expect(
    page.getByText(
      'We could not find the page you are looking for. If you believe this is an error, please contact IT.',
    ),
  ).toBeVisible();
});

const tiles: Record<string, { dashboard: boolean; tools: string[] }> = {
  it: {
    dashboard: true,
    tools: [
      'Business Office',
      'Facilities',
      'Information Technology',
      'Mail & Copy Center',
      'Residence Life',
      'Faculty, Growth & Development',
      'Employee Directory',
      'Students',
    ],
  },
  staff: {
    dashboard: true,
    tools: ['Facilities', 'Mail & Copy Center', 'Faculty, Growth & Development', 'Employee Directory'],
  },
  faculty: {
    dashboard: true,
    tools: ['Facilities', 'Mail & Copy Center', 'Faculty, Growth & Development', 'Employee Directory'],
  },
  student: { dashboard: true, tools: ['Facilities', 'Mail & Copy Center', 'Employee Directory'] },
  ra: {
    dashboard: true,
    tools: ['Facilities', 'Mail & Copy Center', 'Residence Life', 'Employee Directory'],
  },
  volunteer: { dashboard: false, tools: [] },
  nogroups: { dashboard: false, tools: [] },
};

for (const [name, expected] of Object.entries(tiles)) {
  test(`${name} sees the tiles and the navigation of their groups`, { tag: '@long' }, async ({ page }) => {
    await signIn(page, name);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('button', { name: 'Support' })).toBeVisible();
    await expect(navigation.getByRole('button', { name: 'Dashboard' })).toHaveCount(
      expected.dashboard ? 1 : 0,
    );
    await page.goto('/my-dashboard');
    if (!expected.dashboard) {
      await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
      return;
    }
    const groups = page.locator('main section:not([aria-labelledby="home-pinned"])');
    const shown = groups.getByRole('listitem').getByRole('link');
    await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeVisible();
    await expect(shown).toHaveText(expected.tools.map((title) => new RegExp(`^${title}`)));
  });
}

test('the palette finds what the person may open and nothing else', async ({ page }) => {
  await signIn(page, 'it');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('shortener');
  await expect(page.getByRole('option', { name: /^URL Shortener/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/departments\/information-technology\/redirects/);

  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, 'student');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('shortener');
  await expect(page.getByRole('dialog').getByRole('paragraph')).toHaveText('Nothing found for “shortener”');
  await expect(page.getByRole('option')).toHaveCount(0);
});
