import type { Page } from '@playwright/test';
import { anyApplication } from '../harness/funding.ts';
import { lookAgainLater } from './setup/clock.ts';
import { amounts, as, base, fillApplication, send } from './setup/funding.ts';
import { expect, message, signIn, test } from './setup/story.ts';

test("saving a draft whose response is lost is not mistaken for another tab's change", {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const title = page.getByLabel('Title of professional meeting or project');
  const puts = (answer: { request(): { method(): string } }) => answer.request().method() === 'PUT';
  const first = page.waitForResponse(puts);
  await title.fill('Lost once');
  await first;
  await page.route('**/drafts/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const lost = page.waitForEvent('requestfailed');
  await title.fill('Lost once, and more');
  await lost;
  await page.unroute('**/drafts/*');
  const refused = page.waitForResponse((answer) => puts(answer) && answer.status() === 409);
  const saved = page.waitForResponse((answer) => puts(answer) && answer.ok());
  await title.fill('Lost once, and more, and still mine');
  await refused;
  expect(JSON.stringify((await saved).request().postDataJSON())).toContain('still mine');
  await expect(page.getByText(/Changed there/)).toHaveCount(0);
  await expect(title).toHaveValue('Lost once, and more, and still mine');
});

test('an application whose response is lost before its draft could be saved is submitted once', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  await page.route('**/drafts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await fillApplication(page, 'Lost on the way');
  await page.route('**/apply', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'safe to send it again' })).toBeVisible();
  await page.unroute('**/apply');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.unroute('**/drafts/*');
  await saved;
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(message(page, 'Application submitted')).toBeVisible();
  const answer = await page.request.get(`/api${base}/applications?page=1&pageSize=100`);
  const { data } = (await answer.json()) as { data: { titleOfProfessionalMeeting: string }[] };
  expect(data.filter(({ titleOfProfessionalMeeting: title }) => title === 'Lost on the way')).toHaveLength(1);
});

/** What is sent there arrives, but its response does not come back until `found` is called. */
async function loseAnswers(
  page: Page,
  method: string,
  path: string,
): Promise<{ found: () => Promise<void> }> {
  const address = `**/api${base}${path}`;
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  return { found: () => page.unroute(address) };
}

test("a resubmission whose response is lost is sent again, and not mistaken for another tab's", {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await signIn(page, 'faculty', '/');
  const { _id } = await send(page, 'POST', '/apply', anyApplication, baseURL);
  const path = `/application/${_id}/edit`;
  const chair = await as(browser, baseURL, 'approver', '/');
  await send(chair, 'PUT', path, { approvalStatus: 'Draft', comment: 'Please add the hotel.' }, baseURL);
  await chair.context().close();
  await page.goto(base + path);
  await page.getByLabel('Housing').fill('200');
  const lost = await loseAnswers(page, 'PUT', path);
  // The submission has ended the draft.
  const refused = page.waitForResponse((answer) => answer.url().includes('/drafts/') && !answer.ok());
  await page.getByRole('button', { name: 'Submit application' }).click();
  await refused;
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText([/safe to send it again/]);
  await lost.found();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(message(page, 'Application submitted')).toBeVisible();
  await expect(page.getByText('its status is Pending')).toBeVisible();
});

test('a final report whose response is lost is sent again, and an untouched form in another tab closes', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await signIn(page, 'faculty', '/');
  const { _id } = await send(page, 'POST', '/apply', anyApplication, baseURL);
  const application = `/application/${_id}`;
  const path = `${application}/edit`;
  for (const name of ['approver2', 'approver3']) {
    const voter = await as(browser, baseURL, name, '/');
    await send(voter, 'POST', `${application}/approvals`, {}, baseURL);
    await voter.context().close();
  }
  const chair = await as(browser, baseURL, 'approver', '/');
  await send(chair, 'POST', `${application}/approvals`, {}, baseURL);
  await send(chair, 'PUT', path, { approvalStatus: 'Approved' }, baseURL);
  await page.goto(base + path);
  await page.getByRole('button', { name: 'Write the final report' }).click();
  await page.getByLabel('What was the outcome?').fill('Two colleagues joined the study.');
  for (const label of amounts.filter((one) => !one.startsWith('Funding')))
    await page.getByLabel(label).fill('0');
  await page.getByLabel('Meals').fill('100');
  const lost = await loseAnswers(page, 'POST', `${application}/report`);
  await page.getByRole('button', { name: 'Submit final report' }).click();
  await expect(page.getByText(/The committee accepts it or returns it/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText([/safe to send it again/]);
  await lost.found();
  await page.getByRole('button', { name: 'Submit final report' }).click();
  await expect(message(page, 'Final report submitted')).toBeVisible();

  // Once the report is returned, its form opens on its own, in every tab.
  await send(chair, 'PUT', `${application}/report`, { state: 'Returned', comment: 'The taxi.' }, baseURL);
  await chair.context().close();
  const other = await page.context().newPage();
  await other.clock.install();
  await other.goto(base + path);
  await expect(other.getByRole('button', { name: 'Submit final report' })).toBeVisible();
  await page.reload();
  await page.getByLabel('Local transportation').fill('30');
  await page.getByRole('button', { name: 'Submit final report' }).click();
  await expect(message(page, 'Final report submitted')).toBeVisible();
  await lookAgainLater(other, `/api${base}${application}`);
  await expect(other.getByText(/The committee accepts it or returns it/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Submit final report' })).toHaveCount(0);
  await expect(other.getByRole('alert')).toHaveCount(0);
});
