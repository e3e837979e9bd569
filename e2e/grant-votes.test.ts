import { anyApplication } from '../harness/funding.ts';
import { lookAgainLater } from './setup/clock.ts';
import { as, base, send } from './setup/funding.ts';
import { expect, message, signIn, test } from './setup/story.ts';

test('a vote does not count for a version that its approver has not read', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'faculty', '/');
  const { _id } = await send(page, 'POST', '/apply', anyApplication, baseURL);
  const path = `/application/${_id}/edit`;
  const chair = await as(browser, baseURL, 'approver', '/');
  await chair.clock.install();
  await chair.goto(base + path);
  await chair.getByRole('button', { name: 'Vote to decline…' }).click();
  const dialog = chair.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The hotel is missing.');
  const third = await as(browser, baseURL, 'approver3', '/');
  await third.clock.install();
  await third.goto(base + path);
  const approve = third.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeEnabled();

  const other = await as(browser, baseURL, 'approver2', '/');
  await send(other, 'PUT', path, { approvalStatus: 'Draft', comment: 'Please add the hotel.' }, baseURL);
  await send(page, 'PUT', path, { ...anyApplication, housingCosts: 500, approvalStatus: 'Pending' }, baseURL);
  await lookAgainLater(chair, `/api${base}/application/${_id}`);
  const vote = dialog.getByRole('button', { name: 'Vote to decline' });
  await vote.click();
  await expect(dialog.getByRole('alert')).toContainText('This application was changed in the meantime.');
  await expect(chair.getByText('The applicant has changed this since you opened it')).toBeVisible();
  await vote.click();
  await expect(message(chair, 'You voted to decline this application')).toBeVisible();

  await lookAgainLater(third, `/api${base}/application/${_id}`);
  const changed = third.getByText('The applicant has changed this since you opened it');
  await expect(changed).toBeVisible();
  await approve.click();
  const notCounted = message(third, 'Your vote was not counted');
  await expect(notCounted).toBeVisible();
  // The refusal was about that version, and not about the next one.
  await send(other, 'PUT', path, { approvalStatus: 'Draft', comment: 'And the taxi.' }, baseURL);
  await send(page, 'PUT', path, { ...anyApplication, housingCosts: 700, approvalStatus: 'Pending' }, baseURL);
  await lookAgainLater(third, `/api${base}/application/${_id}`);
  await expect(notCounted).toBeHidden();
  await approve.click();
  await expect(notCounted).toBeVisible();
  await approve.click();
  await expect(message(third, 'You approved this application')).toBeVisible();
  await expect(notCounted).toHaveCount(0, { timeout: 1_000 });
  await expect(changed).toBeVisible();
  await third.getByRole('button', { name: 'I have seen it' }).click();
  await expect(changed).toBeHidden();
  for (const one of [other, chair, third]) await one.context().close();
});
