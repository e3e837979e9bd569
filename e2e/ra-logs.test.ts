import type { Locator, Page } from '@playwright/test';
import { answerSafety } from './setup/rounds.ts';
import { expect, expectAccessible, expectAccessibleInBoth, message, signIn, test } from './setup/story.ts';

const base = '/departments/residence-life/resident-assistants';
const add = `${base}/logs/add`;
const logs = `${base}/logs`;

/** Files a log through the form. */
async function fileLog(page: Page, building: string, comments: string, followUp = false): Promise<void> {
  await page.getByRole('radio', { name: building, exact: true }).check();
  await answerSafety(page, 'No');
  if (followUp) {
    await page
      .getByRole('radiogroup', { name: 'Needs Follow Up' })
      .getByRole('radio', { name: 'Yes' })
      .check();
  }
  await page.getByRole('textbox', { name: 'Comments' }).fill(comments);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
}

function card(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

function fact(log: Locator, term: string): Locator {
  return log.locator('dt', { hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd');
}

test('a resident assistant sees the previous round, files a new one, and finds it under My RA Logs', async ({
  page,
}) => {
  await signIn(page, 'ra', base);
  await page.getByRole('link', { name: /^Submit RA Log/ }).click();
  await expect(page).toHaveTitle('Quad | Submit RA Log');
  await expect(page.getByRole('radio').filter({ visible: true }).first()).toBeVisible();
  const buildings = page.getByRole('radiogroup', { name: 'Building' }).getByRole('radio');
  await expect(buildings).toHaveCount(5);

  await fileLog(page, 'Hayman', 'Story: the first round of the night.');
  await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue('');
  await expect(buildings.and(page.locator(':checked'))).toHaveCount(0);

  await page.getByRole('radio', { name: 'Hayman' }).check();
  const before = page.getByRole('region', { name: 'The previous round in Hayman' });
  await expect(before).toContainText('Story: the first round of the night.');
  await fileLog(page, 'Hayman', 'Story: the second round.');
  await page.getByRole('link', { name: 'See my logs' }).click();
  await expect(page).toHaveTitle('Quad | My RA Logs');
  const mine = card(page, 'Story: the second round.');
  await expect(fact(mine, 'Building')).toHaveText('Hayman');
  await expect(fact(mine, 'Reviewed')).toHaveText('No');
  await expect(mine.getByText('Written At')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Review' })).toHaveCount(0);
});

test('Residence Life finds a log by three filters in the address and reviews it; the second reviewer is notified', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = { baseURL: baseURL ?? '' };
  const phone = await (await browser.newContext(context)).newPage();
  await signIn(phone, 'ra', add);
  await fileLog(phone, 'Simplot', 'Story: a door that does not close.', true);
  await phone.context().close();

  const address = `${logs}?page=1&pageSize=10&reviewed=false&followUp=true&building=Simplot`;
  const second = await (await browser.newContext(context)).newPage();
  await signIn(second, 'it');
  await second.goto(address);
  await expect(card(second, 'Story: a door that does not close.')).toBeVisible();

  await signIn(page, 'reslife', base);
  await page.getByRole('link', { name: /^RA Logs/ }).click();
  await expect(page).toHaveTitle('Quad | RA Logs');
  await page.getByLabel('Unreviewed Logs').check();
  await page.getByLabel('Needs Follow Up').check();
  await page.getByLabel('Building').selectOption('Simplot');
  await expect(page).toHaveURL(/[?&]reviewed=false(&|$)/);
  await expect(page).toHaveURL(/[?&]followUp=true(&|$)/);
  await expect(page).toHaveURL(/[?&]building=Simplot(&|$)/);

  const log = card(page, 'Story: a door that does not close.');
  await expect(fact(log, 'Needs Follow Up')).toHaveText('Yes');
  await expect(fact(log, 'Extinguishers Secure')).toHaveText('No');
  await expect(fact(log, 'Exit Doors Closed')).toHaveText('No');
  for (const term of ['Safety Concerns', 'Warnings', 'Reports'])
    await expect(fact(log, term)).toHaveText('N/A');
  await expect(fact(log, 'Submitted By')).toHaveText('ra@sawtooth.example');
  await expect(fact(log, 'Created At')).toHaveText(/\d{4}/);
  await log.getByRole('button', { name: 'Review' }).click();
  await expect(message(page, 'Review Submitted')).toBeVisible();
  await expect(message(page, 'Successfully submitted your review.')).toBeVisible();
  await expect(log).toHaveCount(0);

  await page.getByLabel('Unreviewed Logs').uncheck();
  await expect(log.getByRole('button', { name: 'Review' })).toBeDisabled();
  await expect(fact(log, 'Reviewed')).toHaveText('Yes');
  await expect(fact(log, 'Reviewed By')).toHaveText('rosalie.fenn.hale');
  await expect(fact(log, 'Reviewed On')).toHaveText(/\d{4}/);

  await card(second, 'Story: a door that does not close.').getByRole('button', { name: 'Review' }).click();
  await expect(message(second, 'The review was not submitted')).toBeVisible();
  await expect(second.getByRole('region', { name: 'Messages' })).toContainText(/rosalie\.fenn\.hale/);
  await expect(card(second, 'Story: a door that does not close.')).toHaveCount(0);
  await second.context().close();
});

test('a follow-up is assigned, reassigned and closed with a note', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(phone, 'ra', add);
  await fileLog(phone, 'Vorhees', 'Story: the handrail is loose.', true);
  await phone.context().close();

  // So that logs from other stories don't push it off the first page.
  await signIn(page, 'reslife', `${logs}?building=Vorhees`);
  const log = card(page, 'Story: the handrail is loose.');
  const task = log.getByRole('group', { name: 'Follow-up in Vorhees' });
  await expect(task).toContainText('Unassigned');
  await task.getByRole('button', { name: 'Assign to me' }).click();
  await expect(task).toContainText('Assigned to reslife@sawtooth.example');

  await task.getByRole('button', { name: 'Reassign…' }).click();
  const assign = page.getByRole('dialog', { name: /Assign the follow-up/ });
  await assign.getByRole('combobox').fill('not an address');
  await assign.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(assign.getByText(/Enter an email address/)).toBeVisible();
  await assign.getByRole('combobox').fill('ra@sawtooth.example');
  await assign.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(task).toContainText('Assigned to ra@sawtooth.example');

  await task.getByRole('button', { name: 'Close follow-up' }).click();
  const close = page.getByRole('dialog', { name: /Close the follow-up/ });
  await close.getByRole('button', { name: 'Close follow-up' }).click();
  await expect(close.getByText('Enter what was done.')).toBeVisible();
  await expectAccessible(page);
  await close.getByLabel('What was done').fill('Story: fastened with new screws.');
  await close.getByRole('button', { name: 'Close follow-up' }).click();
  await expect(task).toContainText('Closed');
  await expect(task).toContainText('Story: fastened with new screws.');
  await expect(task).toContainText('Was assigned to ra@sawtooth.example');
  await expect(task.getByRole('button')).toHaveCount(0);
  await expect(task).toBeFocused();
});

test('a screen reader can tell two follow-ups of one building apart', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(phone, 'ra', add);
  for (const which of ['first', 'second']) {
    await fileLog(phone, 'Hayman', `Story: the ${which} of two leaks.`, true);
    await expect(phone.getByRole('textbox', { name: 'Comments' })).toHaveValue('');
  }
  await phone.context().close();

  await signIn(page, 'reslife', `${logs}?followUp=true&building=Hayman`);
  for (const which of ['first', 'second']) {
    const task = card(page, `Story: the ${which} of two leaks.`).getByRole('group', { name: 'Follow-up' });
    await expect(task).toHaveAccessibleName(/^Follow-up in Hayman, \w{3} \d+, \d{4}, \d+:\d\d [AP]M$/);
  }
  await expectAccessible(page);
});

test('the list says when nothing matches, and exports what is filtered', { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(phone, 'ra', add);
  await fileLog(phone, 'Anderson', 'Story: =1+1 for the export');
  await phone.context().close();

  await signIn(page, 'reslife', logs);
  await page.getByRole('searchbox', { name: 'Submitted By' }).fill('  nobody-like-this  ');
  await expect(page).toHaveURL(/submittedBy=nobody-like-this(&|$)/);
  await expect(page.getByText('No Data Available')).toBeVisible();
  await page.getByRole('button', { name: 'Show all logs' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();

  await page.getByLabel('Building').selectOption('Anderson');
  await page.getByRole('searchbox', { name: 'Submitted By' }).fill('ra@sawtooth');
  await expect(page).toHaveURL(/submittedBy=ra(%40|@)sawtooth/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

/** Presses Tab until it is there: how often depends on what the previous round has to show. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus, :has(:focus)'))) return;
  }
  await expect(target).toBeFocused();
}

test('the form is filled in and sent with only the keyboard', async ({ page }) => {
  await signIn(page, 'ra', add);
  await expect(page.getByRole('radio', { name: 'Anderson' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit log' }).focus();
  await page.keyboard.press('Enter');
  const buildings = page.getByRole('radiogroup', { name: 'Building' });
  await expect(buildings).toBeFocused();
  await expect(page.getByText('Choose a building.')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Anderson' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Finney' })).toBeChecked();
  const extinguishers = page.getByRole('radiogroup', { name: 'Extinguishers Secure' });
  await tabTo(page, extinguishers);
  await expect(extinguishers.locator(':checked')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(extinguishers.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await tabTo(page, page.getByRole('radiogroup', { name: 'Exit Doors Closed' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('textbox', { name: 'Safety Concerns' }));
  await page.keyboard.type('Story: by keyboard');
  await expect(page.getByRole('textbox', { name: 'Safety Concerns' })).toHaveValue('Story: by keyboard');
  await tabTo(page, page.getByRole('button', { name: 'Submit log' }));
  await page.keyboard.press('Enter');
  await expect(message(page, 'Log submitted')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const width of [360, 1440]) {
  test(`every screen of RA logs is accessible and fits, light and dark, ${width} px`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'reslife', add);
    await page.getByRole('radio', { name: 'Anderson' }).check();
    await expect(page.getByRole('region', { name: /The previous round/ })).toContainText(/by|no log/);
    await expectAccessibleInBoth(page);
    await page.goto(logs);
    await expect(page.getByRole('article').first()).toBeVisible();
    if (width < 500) await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByLabel('Unreviewed Logs')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.goto(`${base}/my-logs`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.goto(`${base}/board`);
    await expect(page.getByRole('img', { name: /^Anderson/ })).toBeVisible();
    await expectAccessibleInBoth(page);
  });
}
