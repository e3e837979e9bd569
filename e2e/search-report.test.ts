import { expect, expectAccessible, expectAccessibleInBoth, message, signIn, test } from './setup/story.ts';

test('IT asks who signed in and who did not, counts first, and gets the file', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'it', '/departments/information-technology');
  await page.getByRole('main').getByRole('link', { name: 'Elastic Search Reports' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elastic Search Reports');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByLabel('Domain')).toBeFocused();
  await expect(page.getByText('Enter a date.')).toHaveCount(4);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.getByLabel('Domain').fill('partner.example');
  const fill = async (span: string, start: string, end: string) => {
    const group = page.getByRole('group', { name: span });
    await group.getByLabel('Start date').fill(start);
    await group.getByLabel('End date').fill(end);
  };
  await fill('Inclusion', '2020-01-01', '2099-12-31');
  await fill('Exclusion', '2001-01-01', '2001-12-31');
  await expect(
    page.getByText(
      'Accounts of partner.example that signed in from Jan 1, 2020 to Dec 31, 2099, and never from Jan 1, 2001 to Dec 31, 2001.',
    ),
  ).toBeVisible();
  await expect(page.getByText(/^The portal doesn't remember all sign-ins before /)).toBeVisible();
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ people$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Start as a report' }).click();
  await expect(message(page, 'Report started')).toBeVisible();
  const report = page.getByRole('row').filter({ hasText: 'Accounts of partner.example' });
  await expect(report.getByText(/^\d+ people$/)).toBeVisible();
  await expect(report.getByText("doesn't remember all sign-ins")).toBeVisible();
  await page.getByLabel('Name to save it under').fill('Partners');
  await page.getByLabel('Name to save it under').press('Enter');
  await expect(message(page, 'Partners saved')).toBeVisible();
  await expect(page.getByLabel('Name to save it under')).toBeFocused();
  await expectAccessibleInBoth(page);
  const [made] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(made.suggestedFilename()).toContain('signins-partner.example');
  await page.reload();
  await page.getByRole('button', { name: 'Partners', exact: true }).click();
  await expect(page.getByLabel('Domain')).toHaveValue('partner.example');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Generate' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    /^signins-partner\.example-20200101-20991231-not-20010101-20011231-known-since-\d{8}\.csv$/,
  );
});
