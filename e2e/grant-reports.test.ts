import { anyApplication } from '../harness/funding.ts';
import { as, base, send } from './setup/funding.ts';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

test('after the trip faculty reports on a phone with a receipt, once more after it was returned, and it is accepted', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'faculty', '/');
  const meeting = { ...anyApplication, titleOfProfessionalMeeting: 'Phone meeting' };
  const { _id } = await send(page, 'POST', '/apply', meeting, baseURL);
  for (const name of ['approver2', 'approver3']) {
    const voter = await as(browser, baseURL, name, '/');
    await send(voter, 'POST', `/application/${_id}/approvals`, {}, baseURL);
    await voter.context().close();
  }
  const path = `${base}/application/${_id}/edit`;
  const chair = await as(browser, baseURL, 'approver', path);
  await send(chair, 'POST', `/application/${_id}/approvals`, {}, baseURL);
  await send(chair, 'PUT', `/application/${_id}/edit`, { approvalStatus: 'Approved' }, baseURL);

  await page.goto(path);
  await expect(page.getByText('Not due yet')).toBeVisible();
  await page.getByRole('button', { name: 'Write the final report' }).click();
  await page.getByLabel('What was the outcome?').fill('Two colleagues');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  // On another device, and after leaving within the app, it continues where it was left off.
  const desk = await as(browser, baseURL, 'faculty', path);
  await desk.getByRole('button', { name: 'Continue the final report' }).click();
  const isSaved = desk.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await desk.getByLabel('What was the outcome?').fill('Two colleagues joined the study.');
  await isSaved;
  await desk.getByRole('banner').getByRole('link').first().click();
  await expect(desk).not.toHaveURL(path);
  await desk.goBack();
  await desk.getByRole('button', { name: 'Continue the final report' }).click();
  await expect(desk.getByLabel('What was the outcome?')).toHaveValue('Two colleagues joined the study.');
  await desk.context().close();
  await page.getByLabel('Housing').fill('36');
  await expect(page.getByText('Changed there: Report text.')).toBeVisible();
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByLabel('What was the outcome?')).toHaveValue('Two colleagues joined the study.');
  await expect(page.getByLabel('College motor pool')).toHaveValue('0');
  await page.getByLabel('Housing').fill('360');
  await page.getByRole('button', { name: 'Submit final report' }).click();
  await expect(page.getByLabel('Public transportation')).toBeFocused();
  for (const label of ['Public transportation', 'Local transportation', 'Registration fee', 'Meals'])
    await page.getByLabel(label).fill('100');
  await page.getByLabel('Paid from other sources').fill('0');
  await expect(page.getByRole('status', { name: 'Actual total' })).toHaveText('$760.00');
  await page.getByLabel(/^Receipts/).setInputFiles({
    name: 'hotel.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Three nights.'),
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit final report' }).click();
  await expect(message(page, 'Final report submitted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'hotel.txt' })).toBeVisible();
  await expectAccessible(page);

  await chair.reload();
  await expect(chair.getByRole('row', { name: 'Total $983.50 $760.00' })).toBeVisible();
  await chair.getByRole('button', { name: 'Return report…' }).click();
  await chair.getByRole('dialog').getByLabel('What is missing?').fill('The taxi.');
  await chair.getByRole('dialog').getByRole('button', { name: 'Return report' }).click();
  await expect(message(chair, 'Final report returned')).toBeVisible();
  await expect(chair.getByText('The applicant changes it and submits it again.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Change your report and submit it again.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Returned report' })).toContainText('The taxi.');
  await expect(page.getByLabel('Housing')).toHaveValue('360');
  await page.getByLabel('Local transportation').fill('130');
  await page.getByRole('button', { name: 'Submit final report' }).click();
  await expect(message(page, 'Final report submitted')).toBeVisible();

  await chair.reload();
  await chair.getByRole('button', { name: 'Accept report' }).click();
  await expect(message(chair, 'Final report accepted')).toBeVisible();
  await expectAccessible(chair);
  await chair.emulateMedia({ media: 'print' });
  await expect(chair.getByText(/Faculty Growth & Development: application of Felix Carraway/)).toBeVisible();
  await expect(chair.getByLabel('Write to the applicant')).toBeHidden();
  await page.reload();
  await expect(page.getByText('count instead of the approved ones')).toBeVisible();
});

test('a final report that is late shows the same day on the home page as on the form', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', '/');
  const title = 'Joint Mathematics Meetings';
  const line = page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('listitem')
    .filter({ hasText: `Submit the final report on “${title}”` });
  const due = await line.getByText(/^Was due /).textContent();
  await page.goto(`${base}/apply`);
  await expect(page.getByRole('listitem').filter({ hasText: title })).toHaveText(
    `${title}, due ${due?.replace('Was due ', '')}`,
  );
});
