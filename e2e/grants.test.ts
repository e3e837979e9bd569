import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const base = '/committees/faculty-growth-development';

async function as(browser: Browser, baseURL: string | undefined, name: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(page, name, path);
  return page;
}

/** Days from today, as a date input takes them. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const amounts = [
  'Public transportation',
  'College motor pool',
  'Local transportation',
  'Housing',
  'Registration fee',
  'Miscellaneous',
  'Paid from other sources',
  'Funding received in the current year',
];

test('faculty applies on two devices, it is returned and submitted again, three people vote, and it is approved', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'faculty', '/my-dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Faculty, Growth & Development' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Apply for Funding' }).click();
  await expect(page).toHaveTitle('Quad | Apply for Funding');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByLabel('Housing')).toHaveAccessibleDescription(/Zero is an amount/);
  await expectAccessible(page);

  // Begun at a desk, continued on the phone.
  const desk = await as(browser, baseURL, 'faculty', `${base}/apply`);
  await desk.getByLabel('Department').fill('Biology');
  await desk.getByLabel('Title of professional meeting or project').fill('Story meeting');
  await expect(desk.getByText(/^Saved at/)).toBeVisible();
  await page.goto(`${base}/my-applications`);
  await page.getByRole('link', { name: 'Story meeting' }).click();
  await expect(page.getByLabel('Title of professional meeting')).toHaveValue('Story meeting');
  await expect(page.getByLabel('Department')).toHaveValue('Biology');
  await page.getByLabel('Local transportation').fill('1');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByLabel('Conference link').fill('https://story.example/');
  await expect
    .poll(async () => {
      await desk.reload();
      return desk.getByLabel('Local transportation').inputValue();
    })
    .toBe('1');
  await page.getByLabel('Start date').fill(inDays(40));
  await page.getByLabel('End date').fill(inDays(40));
  await expect(page.getByLabel('Start date')).toHaveAccessibleDescription(
    'Start Date of Activity Cannot be after end date.',
  );
  await expect(page.getByLabel('End date')).toHaveAccessibleDescription(
    'End Date of Activity Cannot be before the start date.',
  );
  await page.getByLabel('End date').fill(inDays(43));
  await page.getByLabel('Research project').check();
  await page.getByLabel('Brief narrative').fill('We measure sagebrush.');
  await expect(page.getByLabel('Brief narrative')).toHaveAccessibleDescription(/3 words so far/);
  for (const amount of amounts) await page.getByLabel(amount).fill('0');
  await page.getByText('0.55 per mile').click();
  await page.getByLabel('Miles').fill('100');
  await page.getByRole('button', { name: 'Use $55.00' }).click();
  await page.getByText('At most $46 per day').click();
  await page.getByLabel('Dinners').fill('3');
  await page.getByRole('button', { name: 'Use $75.00' }).click();
  await page.getByLabel('Paid from other sources').fill('1,000');
  await expect(page.getByText('Total Amount cannot be less than zero.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Paid from other sources').fill('30');
  await expect(page.getByRole('status', { name: 'Total amount' })).toHaveText('$100.00');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(message(page, 'Application submitted')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Story meeting' })).toBeVisible();
  await expect(page.getByText('cannot be edited while its status is Pending')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^Files/).setInputFiles({
    name: 'invitation.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('You are invited.'),
  });
  await page.getByRole('button', { name: 'Add files' }).click();
  await expect(page.getByRole('link', { name: 'invitation.txt' })).toBeVisible();
  const path = new URL(page.url()).pathname;

  const chair = await as(browser, baseURL, 'approver', `${base}/applications?approvalStatus=Pending`);
  await chair.getByRole('link', { name: 'Story meeting' }).click();
  await expect(chair.getByRole('link', { name: 'invitation.txt' })).toBeVisible();
  await chair.getByRole('button', { name: 'Move to Draft' }).click();
  await chair.getByRole('dialog').getByLabel('What should be changed?').fill('Please add the hotel.');
  await expectAccessible(chair);
  await chair.getByRole('dialog').getByRole('button', { name: 'Move to Draft' }).click();
  await expect(message(chair, 'Moved to Draft')).toBeVisible();
  await expectAccessible(chair);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Returned' })).toContainText('Please add the hotel.');
  await page.getByLabel('Housing').fill('200');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(message(page, 'Application submitted')).toBeVisible();

  await chair.reload();
  await chair.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(message(chair, 'You approved this application')).toBeVisible();
  await expect(chair.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  for (const name of ['approver2', 'approver3']) {
    const voter = await as(browser, baseURL, name, path);
    await voter.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(message(voter, 'You approved this application')).toBeVisible();
    await voter.context().close();
  }
  await chair.reload();
  await chair.getByRole('button', { name: 'Moved to Approved' }).click();
  await expect(message(chair, 'Moved to Approved')).toBeVisible();
  await page.goto(`${base}/my-applications`);
  await expect(page).toHaveURL(/submittedBy=faculty/);
  await expect(page.getByRole('row').filter({ hasText: 'Story meeting' })).toContainText('Approved');
  await expectAccessible(page);
});

test('IT keeps the list of approvers by keyboard, and is told what changes', async ({ page }) => {
  await signIn(page, 'it', `${base}/manage/approvers`);
  await page.getByRole('button', { name: 'Add Approver' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Approver' }).press('Enter');
  await expect(dialog.getByLabel('Full name')).toHaveAccessibleDescription('Enter a full name.');
  await dialog.getByRole('combobox').pressSequentially('stellan');
  await page.getByRole('option', { name: /Stellan Marbury/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Full name')).toHaveValue('Stellan Marbury');
  await expect(dialog.getByLabel('Email')).toHaveValue('staff@sawtooth.example');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Approver' }).press('Enter');
  await expect(message(page, 'Successfully Added An Approver!')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete Stellan Marbury' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('no longer waits for this vote');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(message(page, 'Deleted Stellan Marbury')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
});
