import type { APIRequestContext } from '@playwright/test';
import { lookAgainLater } from './setup/clock.ts';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const base = '/departments/residence-life/resident-assistants';
const logs = `${base}/logs`;
/** Only logs that these stories file: others are filed at the same time. */
const own = 'submittedBy=reslife%40&building=Hayman';
const newest = `${logs}?page=1&pageSize=1&${own}`;

/** Files a log that needs follow-up, as the person signed in there. */
async function fileLog(request: APIRequestContext, baseURL: string | undefined, comments: string) {
  const data = { building: 'Hayman', followUp: true, comments };
  const headers = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' };
  const answer = await request.post(`/api${base}/logs/add`, { data, headers });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data as { _id: string };
}

test('a note that is being written outlives its row, and Escape asks first', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  await signIn(page, 'reslife', '/');
  await fileLog(page.request, baseURL, 'Note: the first');
  await page.goto(newest);
  await page.getByRole('article').getByRole('button', { name: 'Close follow-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close the follow-up in Hayman' });
  const note = dialog.getByLabel('What was done');
  await note.fill('Fastened with new screws.');

  await fileLog(page.request, baseURL, 'Note: the second');
  await lookAgainLater(page, `/api${logs}`);
  await expect(page.getByText('Note: the second')).toBeVisible();
  await expect(page.getByText('Note: the first')).toHaveCount(0);
  await expect(note).toHaveValue('Fastened with new screws.');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await dialog.getByRole('button', { name: 'Close follow-up' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${logs}?page=1&pageSize=50&${own}`);
  const closed = page.getByRole('article').filter({ hasText: 'Note: the first' });
  await expect(closed).toContainText('Fastened with new screws.');
});

test('no one takes a follow-up from a colleague without a warning', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  await signIn(page, 'reslife', '/');
  const { _id } = await fileLog(page.request, baseURL, 'Note: taken');
  await page.goto(newest);
  const task = page.getByRole('group', { name: 'Follow-up' });
  await task.getByRole('button', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign the follow-up in Hayman' });
  await dialog.getByRole('combobox').fill('reslife@sawtooth.example');

  const headers = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' };
  const data = { owner: 'it@sawtooth.example', confirmed: true };
  const taken = await page.request.put(`/api${base}/log/${_id}/follow-up`, { data, headers });
  expect(taken.status()).toBe(200);
  await lookAgainLater(page, `/api${logs}`);
  await expect(task).toContainText('Assigned to it@sawtooth.example');

  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByText('Someone else changed this follow-up in the meantime.')).toBeVisible();
  await expect(dialog.getByText('Currently assigned to it@sawtooth.example.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(task).toContainText('Assigned to reslife@sawtooth.example');
});

test('no one unassigns a colleague whose assignment they have not seen', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  await signIn(page, 'reslife', '/');
  const { _id } = await fileLog(page.request, baseURL, 'Note: reassigned in the meantime');
  const headers = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' };
  const assign = async (owner: string) => {
    const data = { owner, confirmed: true };
    const assigned = await page.request.put(`/api${base}/log/${_id}/follow-up`, { data, headers });
    expect(assigned.status()).toBe(200);
  };
  await assign('facilities@sawtooth.example');
  await page.goto(newest);
  const task = page.getByRole('group', { name: 'Follow-up' });
  await task.getByRole('button', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign the follow-up in Hayman' });
  await assign('it@sawtooth.example');
  await lookAgainLater(page, `/api${logs}`);
  await expect(task).toContainText('Assigned to it@sawtooth.example');

  await dialog.getByRole('button', { name: 'Unassign' }).click();
  await expect(message(page, 'The follow-up was not unassigned')).toBeVisible();
  await expect(dialog.getByText('Currently assigned to it@sawtooth.example.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Unassign' }).click();
  await expect(dialog).toBeHidden();
  await expect(task).toContainText('Unassigned');
});

test('a follow-up that is reassigned or unassigned leaves My Follow-Ups', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  // Only someone who has signed in is assigned a follow-up without a question.
  await signIn(page, 'it', '/');
  await page.goto('about:blank');
  await context.clearCookies();
  await signIn(page, 'reslife', '/');
  const headers = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' };
  for (const comments of ['Note: reassigned', 'Note: unassigned']) {
    const { _id } = await fileLog(page.request, baseURL, comments);
    const data = { owner: 'reslife@sawtooth.example' };
    const assigned = await page.request.put(`/api${base}/log/${_id}/follow-up`, { data, headers });
    expect(assigned.status()).toBe(200);
  }
  await page.goto(`${base}/my-follow-ups?page=1&pageSize=50`);
  const dialog = page.getByRole('dialog', { name: 'Assign the follow-up in Hayman' });
  const reassign = async (comments: string) => {
    const log = page.getByRole('article').filter({ hasText: comments });
    await log.getByRole('button', { name: 'Reassign…' }).click();
    return log;
  };
  const reassigned = await reassign('Note: reassigned');
  await dialog.getByRole('combobox').fill('it@sawtooth.example');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(reassigned).toHaveCount(0);
  const unassigned = await reassign('Note: unassigned');
  await dialog.getByRole('button', { name: 'Unassign' }).click();
  await expect(unassigned).toHaveCount(0);
});

test('an unknown address is asked about once, and its owner closes the follow-up without seeing other logs', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await signIn(page, 'reslife', '/');
  await fileLog(page.request, baseURL, 'Note: for the business office');
  await page.goto(newest);
  const task = page.getByRole('group', { name: 'Follow-up' });
  await task.getByRole('button', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign the follow-up in Hayman' });
  await dialog.getByRole('combobox').fill('suna.lind@sawtooth.example');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByText(/No one has signed in as suna.lind@sawtooth.example yet/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign anyway' }).click();
  await expect(task).toContainText('Assigned to suna.lind@sawtooth.example');

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const owner = await context.newPage();
  await signIn(owner, 'volunteer');
  await task.getByRole('button', { name: 'Assign to…' }).click();
  await dialog.getByRole('combobox').fill('volunteer@sawtooth.example');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(task).toContainText('Assigned to volunteer@sawtooth.example');
  await owner.reload();
  await owner.getByRole('link', { name: 'Follow up in Hayman' }).click();
  await expect(owner).toHaveTitle('Quad | My Follow-Ups');
  const log = owner.getByRole('article').filter({ hasText: 'Note: for the business office' });
  await expectAccessible(owner);
  await expect(log.getByRole('button')).toHaveText(['Close follow-up']);
  await log.getByRole('button', { name: 'Close follow-up' }).click();
  await owner.getByRole('dialog').getByLabel('What was done').fill('Paid.');
  await owner.getByRole('dialog').getByRole('button', { name: 'Close follow-up' }).click();
  await expect(owner.getByText('No open follow-ups are assigned to you.')).toBeVisible();
  await context.close();
});
