import type { Page } from '@playwright/test';
import { inOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, expectAccessibleInBoth, message, signIn, test } from './setup/story.ts';

// What is for everyone is on every page, even in the other stories.
inOwnPortal();

const manage = '/departments/information-technology/notices';
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notices/ });

test('IT schedules a notice and publishes one; a student dismisses it and still has it in the bell', async ({
  page,
  browser,
}) => {
  await signIn(page, 'it', '/departments/information-technology');
  await page.getByRole('link', { name: /^Notices/ }).click();
  await page.route('**/api/notices/groups', (route) => route.abort());
  await page.getByRole('button', { name: 'Publish a notice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish a notice' });
  await expect(dialog.getByRole('alert')).toContainText('The groups could not be loaded');
  await page.unroute('**/api/notices/groups');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('Finals week: the library is open all night');
  await dialog
    .getByRole('textbox', { name: /^Text/ })
    .fill('Bring your **ID**.\n\n- Coffee at 10\n- Quiet rooms');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: /^Finals week/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  const groups = dialog.getByRole('group', { name: 'Groups' });
  await expect(groups).toBeFocused();
  await expect(groups).toHaveAccessibleDescription(/group/);
  // Below the title of the dialog, which stays on top.
  const title = await dialog.getByRole('heading', { name: 'Publish a notice' }).boundingBox();
  const { y = 0 } = (await groups.boundingBox()) ?? {};
  expect(y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
  await expectAccessible(page);
  await dialog.getByLabel('Domain-Student').check();
  await expect(preview.locator('strong')).toHaveText('ID');
  await expect(preview.getByRole('status')).toContainText(/For \d+ people/);
  await dialog.getByLabel('Later').check();
  await dialog.getByLabel('Start').fill('2026-01-05T08:00');
  await dialog.getByLabel('End').fill('2026-01-04T08:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Choose a time after the start.')).toBeVisible();
  await dialog.getByLabel('Start').fill('2099-01-05T08:00');
  await dialog.getByLabel('End').fill('2099-02-05T08:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(message(page, 'Scheduled')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Finals week' });
  await expect(row).toContainText('Scheduled');

  const phone = await browser.newContext({
    baseURL: process.env.STORIES_URL ?? '',
    viewport: { width: 360, height: 740 },
  });
  const student = await phone.newPage();
  // With a slash at the end, it is still the dashboard.
  await signIn(student, 'student', '/my-dashboard/');
  // The demo has one for students.
  await expect(bell(student)).toHaveAccessibleName('Notices, 1 unread');
  await row.getByRole('button', { name: /^Edit/ }).click();
  const editing = page.getByRole('dialog', { name: 'Edit this notice' });
  await editing.getByLabel('Now').check();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Showing');

  await student.reload();
  await expect(bell(student)).toHaveAccessibleName('Notices, 2 unread');
  const notice = student.getByRole('article').filter({ hasText: 'Finals week' });
  await expect(notice.getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInBoth(student);
  await bell(student).click();
  const panel = student.getByRole('dialog', { name: 'Notices' });
  const markRead = panel.getByRole('button', { name: /^Mark "Finals week/ });
  await expect(markRead).toBeVisible();
  await student.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await notice.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(notice).toHaveCount(0);
  await expect(bell(student)).toHaveAccessibleName('Notices, 1 unread');
  await bell(student).click();
  await expect(panel.getByRole('heading', { name: /^Finals week/ })).toBeVisible();
  await expect(markRead).toHaveCount(0);
  await student.keyboard.press('Escape');
  await student.reload();
  await expect(student.getByRole('article').filter({ hasText: 'Spring registration' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await bell(student).focus();
  await student.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: /^Finals week/ })).toBeVisible();
  await expectAccessible(student);
  await panel.getByRole('button', { name: /^Mark "Spring registration/ }).press('Enter');
  await expect(panel.getByRole('heading', { name: /^Spring registration/ })).toBeFocused();
  await student.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell(student)).toHaveAccessibleName('Notices');
  await expect(student.getByRole('article').filter({ hasText: 'Spring registration' })).toBeVisible();

  for (const title of ['Snow on Tuesday', 'Snow on Wednesday']) {
    const data = {
      title,
      text: 'Take the bus.',
      tone: 'info',
      audience: 'groups',
      groups: ['Domain-Student'],
      until: '2099-02-05T08:00:00Z',
      linkHref: '/support',
      linkText: 'Snow routes',
    };
    const headers = { origin: process.env.STORIES_URL ?? '' };
    expect((await page.request.post('/api/notices/published', { data, headers })).status()).toBe(201);
  }
  await student.reload();
  await bell(student).press('Enter');
  await panel.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(panel.getByRole('heading', { name: 'Notices' })).toBeFocused();
  // A link opens its page, which the panel would cover.
  await panel.getByRole('link', { name: 'Snow routes' }).first().press('Enter');
  await expect(panel).toBeHidden();
  await expect(student.getByRole('heading', { level: 1, name: 'Support' })).toBeFocused();
  await student.goBack();
  await expect(student).toHaveURL('/my-dashboard');

  const faculty = await (await browser.newContext({ baseURL: process.env.STORIES_URL ?? '' })).newPage();
  await signIn(faculty, 'faculty', '/my-dashboard');
  await expect(bell(faculty)).toHaveAccessibleName('Notices');
  await expect(faculty.getByText('Finals week')).toHaveCount(0);

  await row.getByRole('button', { name: /^History/ }).click();
  const history = page.getByRole('dialog', { name: 'History of this notice' });
  await expect(history.getByText(/^Edited by Iris Thornwell/)).toBeVisible();
  await expect(history.getByText('Changed: start')).toBeVisible();
});

test('an emergency asks again with the number of people, is on every page, goes out by email, and is cleared', {
  tag: '@long',
}, async ({ page, browser }) => {
  const baseURL = process.env.STORIES_URL ?? '';
  const visitor = await (
    await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
  ).newPage();
  await signIn(page, 'it', manage);
  await page.getByRole('button', { name: 'Publish an emergency' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish an emergency' });
  await expect(dialog).toContainText("does not replace the college's alert system");
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('Campus is closed');
  await dialog.getByRole('textbox', { name: /^Text/ }).fill('Stay **home**. The roads are icy.');
  await dialog.getByLabel(/^Everyone/).check();
  // Before the server has answered, it goes to no one.
  const reach = dialog.getByText(/^For [1-9][\d,]* people/);
  await expect(reach).toBeVisible();
  const people = /For ([\d,]+) people/.exec((await reach.textContent()) ?? '')?.[1] ?? '';
  const number = dialog.getByLabel('Number of people who get it');
  await number.fill('2');
  await dialog.getByRole('button', { name: 'Publish emergency' }).click();
  await page.getByRole('button', { name: 'Publish to 2 people' }).click();
  await expect(dialog.getByText(`It goes to ${people}. Type this number to publish.`)).toBeVisible();
  await expectAccessible(page);
  await number.fill(people);
  await dialog.getByRole('button', { name: 'Publish emergency' }).click();
  await page.getByRole('button', { name: `Publish to ${people} people` }).click();
  await expect(message(page, 'Published')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Campus is closed' });
  await expect(row).toContainText(`by email to ${people} people`);

  const bar = (somewhere: Page) => somewhere.getByRole('complementary', { name: 'Emergency' });
  await visitor.goto('/');
  await expect(async () => {
    await visitor.reload();
    await expect(bar(visitor)).toContainText('Stay home.', { timeout: 1_000 });
  }).toPass();
  await expectAccessibleInBoth(visitor);
  await bar(visitor).getByText('Emergency: Campus is closed').click();
  await expect(bar(visitor).getByText('Stay home.')).toBeHidden();
  for (const path of ['/support/password-reset', '/no-such-page']) {
    await visitor.goto(path);
    await expect(bar(visitor)).toBeVisible();
  }
  await signIn(visitor, 'student', '/support');
  await expect(bar(visitor)).toContainText('Stay home.');
  await expect(bell(visitor)).toHaveAccessibleName(/unread$/);

  await page.goto('/departments/information-technology/outgoing-mail');
  const email = page.getByRole('row').filter({ hasText: 'Emergency: Campus is closed' }).first();
  await expect(async () => {
    await page.reload();
    await expect(email).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  await page.goto(manage);
  await row.getByRole('button', { name: /^Give the all clear/ }).click();
  const clearing = page.getByRole('dialog', { name: 'Give the all clear' });
  await clearing.getByRole('textbox').fill('The campus is open again.');
  await clearing.getByRole('button', { name: 'Give the all clear' }).click();
  await expect(message(page, 'All clear')).toBeVisible();
  await visitor.goto('/my-dashboard');
  await expect(bar(visitor)).toHaveCount(0);
  await expect(visitor.getByRole('article').filter({ hasText: 'All clear: Campus is closed' })).toBeVisible();
});

test('a page has its notices on arrival, since those that come later would move what someone is about to press', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/api/notices', () => undefined);
  await signIn(page, 'student');
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const [menu, title] of [
    ['Dashboard', 'My Dashboard'],
    ['Support', 'Support'],
  ] as const) {
    await main.getByRole('button', { name: menu }).click();
    await main.getByRole('link', { name: menu, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Wi-Fi is slow in Hayman Hall' })).toBeVisible();
  }
});
