import type { Locator } from '@playwright/test';
import { anyApplication, inDays } from '../harness/funding.ts';
import { amounts, as, base, send, tabTo } from './setup/funding.ts';
import { expect, expectAccessible, hold, message, signIn, test } from './setup/story.ts';

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
  await expect(page.getByLabel('Housing')).toHaveAccessibleDescription(/or 0 if there is none/);
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
  // Both are open: the one that saves second says what the other has changed, and keeps what is typed.
  await expect
    .poll(async () => {
      await desk.reload();
      return desk.getByLabel('Conference link').inputValue();
    })
    .toBe('https://story.example/');
  await desk.getByLabel('Housing').fill('7');
  await expect(desk.getByText(/^Saved at/)).toBeVisible();
  await page.getByLabel('Meals').fill('12');
  const changed = page.getByRole('alert').filter({ hasText: 'Changed there: Housing.' });
  await expect(changed).toBeVisible();
  const gap = await changed.evaluate(
    (alert) =>
      Number(document.querySelector('main form')?.getBoundingClientRect().top) -
      alert.getBoundingClientRect().bottom,
  );
  expect(gap).toBeGreaterThan(8);
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByLabel('Housing')).toHaveValue('7');
  await expect(page.getByLabel('Meals')).toHaveValue('12');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
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
  // Enter uses the amount, and submits nothing.
  await page.getByLabel('Miles').press('Enter');
  await expect(page.getByLabel('Personal car mileage')).toHaveValue('55.00');
  await expect(page.getByLabel('Miles')).toBeFocused();
  await page.getByText('At most $46 per day').click();
  await expect(page.getByLabel('Lunches')).toBeVisible();
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
  // The committee, too: what they vote on stays as it is.
  await expect(chair.getByText('cannot be edited while its status is Pending')).toBeVisible();
  // On a phone, the vote comes right after what is voted on.
  await chair.setViewportSize({ width: 360, height: 740 });
  const place = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  const history = chair.getByRole('heading', { name: 'History' });
  expect(await place(chair.getByRole('button', { name: 'Approve', exact: true }))).toBeLessThan(
    await place(history),
  );
  await expectAccessible(chair);
  await chair.setViewportSize({ width: 1_440, height: 900 });
  await chair.getByRole('button', { name: 'Move to Draft' }).click();
  await chair.getByRole('dialog').getByLabel('What should be changed?').fill('Please add the hotel.');
  await expectAccessible(chair);
  await chair.getByRole('dialog').getByRole('button', { name: 'Move to Draft' }).click();
  await expect(message(chair, 'Moved to Draft')).toBeVisible();
  await expectAccessible(chair);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Returned' })).toContainText('Please add the hotel.');
  // Corrected at the desk, and submitted on the phone, which doesn't know about it.
  await expect(page.getByLabel('Housing')).toHaveValue('0');
  await desk.goto(path);
  await desk.getByLabel('Housing').fill('200');
  await expect(desk.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Changed there: Housing.' })).toBeFocused();
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByLabel('Housing')).toHaveValue('200');
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

test('IT edits the list of approvers by keyboard, and is told what changes', async ({ page }) => {
  await signIn(page, 'it', `${base}/manage/approvers`);
  await page.getByRole('button', { name: 'Add Approver' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Approver' }).press('Enter');
  await expect(dialog.getByLabel('Full name')).toHaveAccessibleDescription('Enter a full name.');
  const pick = async (name: string) => {
    await dialog.getByRole('combobox').pressSequentially(name);
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
  };
  // Someone else is picked before the name of the first person is known.
  const goOn = await hold(page, /people\?search=it%40/);
  await pick('Iris Thornwell');
  await expect(dialog.getByLabel('Email')).toHaveValue('it@sawtooth.example');
  await pick('Stellan Marbury');
  await expect(dialog.getByLabel('Full name')).toHaveValue('Stellan Marbury');
  const late = page.waitForResponse(/people\?search=it%40/);
  goOn();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
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

test('on a slow connection, Delete on the list of approvers is pressed once, and asks nothing on another page', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', `${base}/manage/approvers`);
  const goOn = await hold(page, '**/effects');
  const remove = page.getByRole('button', { name: 'Delete Abel Provance' });
  const late = page.waitForResponse('**/effects');
  await remove.click();
  await expect(remove).toBeDisabled();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  goOn();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('with only the keyboard, faculty applies, three approvers decline, and the next application is withdrawn', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  };
  await type('Department', 'Biology');
  await type('Title of professional meeting', 'Keyboard meeting');
  const [year, month, day] = inDays(40).split('-');
  const [endYear, endMonth, endDay] = inDays(43).split('-');
  await type('Start date', `${month}${day}${year}`);
  await type('End date', `${endMonth}${endDay}${endYear}`);
  await type('Conference link', 'none');
  await tabTo(page, page.getByLabel('Research project'));
  await page.keyboard.press('Space');
  await type('Brief narrative', 'No mouse is needed.');
  for (const label of ['Public transportation', 'College motor pool', 'Local transportation'])
    await type(label, '0');
  for (const label of ['Personal car mileage', 'Housing', 'Meals']) await type(label, '20');
  for (const label of amounts.slice(4)) await type(label, '0');
  await tabTo(page, page.getByRole('button', { name: 'Submit application' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard meeting' })).toBeFocused();
  const path = new URL(page.url()).pathname;

  const chair = await as(browser, baseURL, 'approver', path);
  for (const name of ['approver2', 'approver3']) {
    const voter = await as(browser, baseURL, name, '/');
    await send(
      voter,
      'POST',
      `${path.slice(base.length, -'/edit'.length)}/declines`,
      { reason: 'No.' },
      baseURL,
    );
    await voter.context().close();
  }
  const say = async (button: string, reason: string, action: string) => {
    await tabTo(chair, chair.getByRole('button', { name: button, exact: true }));
    await chair.keyboard.press('Enter');
    await expect(chair.getByRole('dialog').getByLabel('Reason')).toBeFocused();
    await chair.keyboard.type(reason);
    await tabTo(chair, chair.getByRole('dialog').getByRole('button', { name: action }));
    await chair.keyboard.press('Enter');
  };
  await say('Vote to decline…', 'It is online this year.', 'Vote to decline');
  await expect(message(chair, 'You voted to decline this application')).toBeVisible();
  await say('Decline…', 'The meeting is online.', 'Decline');
  await expect(message(chair, 'The application is declined')).toBeVisible();
  await page.reload();
  await expect(page.getByText('its status is Declined')).toBeVisible();
  await expect(page.getByText('The meeting is online.')).toBeVisible();
  await expect(page.getByText('It is online this year.')).toHaveCount(0);

  // Returned, and changed a little: what was typed is gone with it.
  const next = await send(page, 'POST', '/apply', anyApplication, baseURL);
  const nextPath = `/application/${next._id}/edit`;
  await send(chair, 'PUT', nextPath, { approvalStatus: 'Draft', comment: 'Please add the hotel.' }, baseURL);
  await page.goto(base + nextPath);
  await page.getByLabel('Housing').fill('20');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Withdraw' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('its status is Withdrawn')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
