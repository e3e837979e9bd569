import { expect, expectAccessibleInBoth, signIn, test } from './setup/story.ts';

test('IT reads an email in the demo as soon as it is sent, and its link works', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'it', '/departments/information-technology');
  await page.getByRole('link', { name: /^Outgoing Mail/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outgoing Mail' })).toBeVisible();
  await page.getByLabel('Search address and subject').fill('story of an email');

  const student = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await student.setViewportSize({ width: 360, height: 740 });
  await signIn(student, 'student', '/support/submit-help-desk-ticket');
  await student.getByLabel('Subject').fill('Story of an email');
  await student.getByLabel('Description').fill('It comes at once.');
  await student.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(student.getByRole('region', { name: 'Submitted' })).toBeVisible();

  // Without a reload.
  const row = page.getByRole('row').filter({ hasText: 'Story of an email' });
  await expect(row).toContainText('student@sawtooth.example', { timeout: 60_000 });
  await expectAccessibleInBoth(page);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Story of an email/);
  await expectAccessibleInBoth(page);
  const link = page.getByRole('main').getByRole('link', { name: /\/support\/tickets\// });
  await student.goto((await link.getAttribute('href')) ?? '');
  await expect(student.getByRole('heading', { level: 1, name: 'Story of an email' })).toBeVisible();

  await signIn(student, 'student', '/departments/information-technology/outgoing-mail');
  await expect(
    student.getByRole('heading', { name: 'You are not authorized to view this page' }),
  ).toBeVisible();
});
