import type { Page } from '@playwright/test';
import { base, fillApplication } from './setup/funding.ts';
import { expect, hold, message, signIn, test } from './setup/story.ts';

const isSave = (answer: { request(): { method(): string }; ok(): boolean }) =>
  answer.request().method() === 'PUT' && answer.ok();

const holdSaves = (page: Page) => hold(page, '**/drafts/*', 'PUT');

test('what is undone after a draft was saved is undone in the draft, and leaving before that asks', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const purpose = page.getByLabel('Research project');
  const first = page.waitForResponse(isSave);
  await purpose.check();
  await first;
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const goOn = await holdSaves(page);
  const second = page.waitForResponse(isSave);
  await purpose.uncheck();
  const home = page.getByRole('banner').getByRole('link').first();
  await home.click();
  await expect(page.getByRole('dialog')).toContainText('You have unsaved changes');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await home.click();
  await expect(page.getByRole('dialog')).toContainText('You have unsaved changes');
  goOn();
  await second;
  // Nothing would be lost anymore: they get where they wanted to go.
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goBack();
  await expect(purpose).not.toBeChecked();
});

test('on a slow connection a draft is saved again after what was typed last, and never twice at once', {
  tag: '@long',
}, async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'faculty', `${base}/apply`);
  const title = page.getByLabel('Title of professional meeting or project');
  const goOn = await holdSaves(page);
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'PUT') statuses.push(answer.status());
  });
  const first = page.waitForRequest((request) => request.method() === 'PUT');
  for (const text of ['Slow', 'Slow and', 'Slow and steady']) {
    await title.fill(text);
    await page.clock.fastForward(2_000);
    await first;
  }
  const last = page.waitForResponse(
    (answer) => isSave(answer) && (answer.request().postData() ?? '').includes('steady'),
  );
  goOn();
  await last;
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.clock.fastForward(5_000);
  expect(statuses).toEqual([200, 200]);
});

test('what was taken over from another tab is not named again when that tab changes something else', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const title = page.getByLabel('Title of professional meeting or project');
  const first = page.waitForResponse(isSave);
  await title.fill('In two tabs');
  await first;
  await expect(page).toHaveURL(/draft=/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const change = async (label: string, text: string) => {
    const saved = other.waitForResponse(isSave);
    await other.getByLabel(label).fill(text);
    await saved;
  };
  await change('Conference link', 'https://there.example');
  await title.fill('In two tabs at once');
  const changed = page.getByRole('alert').filter({ hasText: 'Changed there: ' });
  await expect(changed).toContainText('Changed there: Conference link.');
  const goOn = await holdSaves(page);
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await page.getByLabel('Conference link').fill('https://here.example');
  await change('Housing', '7');
  goOn();
  await expect(changed).toContainText('Changed there: Housing.');
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByLabel('Conference link')).toHaveValue('https://here.example');
  await expect(page.getByLabel('Housing')).toHaveValue('7');
});

test('an application begun after a draft stays while it is typed, and leaving it unsaved asks', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  const title = page.getByLabel('Title of professional meeting or project');
  const first = page.waitForResponse(isSave);
  await title.fill('The first one');
  await first;
  await expect(page).toHaveURL(/draft=/);
  await page.reload();
  await expect(title).toHaveValue('The first one');
  const begin = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a page by name or keyword' }).fill('Apply for Funding');
    await page.getByRole('option', { name: 'Apply for Funding' }).first().click();
  };
  await begin();
  await expect(title).toHaveValue('');
  const earlier = page.getByRole('region', { name: 'Earlier drafts' });
  await earlier.getByRole('link', { name: 'The first one' }).first().click();
  await expect(title).toHaveValue('The first one');
  await expect(earlier).toHaveCount(0);
  await begin();
  await expect(title).toHaveValue('');
  const second = page.waitForResponse(isSave);
  await title.pressSequentially('The second');
  await second;
  await expect(page).toHaveURL(/draft=/);
  await expect(title).toBeFocused();
  const goOn = await holdSaves(page);
  await title.pressSequentially(' one');
  await expect(title).toHaveValue('The second one');
  await begin();
  await expect(page.getByRole('dialog')).toContainText('You have unsaved changes');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title).toHaveValue('The second one');
  const third = page.waitForResponse(isSave);
  goOn();
  await third;
});

test('after an application was submitted, Back goes to the page before its form, whose draft is gone', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', base);
  await page.getByRole('main').getByRole('link', { name: 'Apply for Funding' }).click();
  await fillApplication(page, 'No way back');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No way back' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === base);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Faculty Growth & Development');
});

test('what was typed before the connection was lost or the session ended is saved when it is back', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, 'staff', `${base}/apply`);
  const title = page.getByLabel('Title of professional meeting or project');
  const first = page.waitForResponse(isSave);
  await title.fill('Typed on the train');
  await first;
  await context.setOffline(true);
  await title.fill('Typed in a tunnel');
  await expect(page.getByRole('alert')).toContainText('You seem to be offline.');
  const saved = page.waitForResponse(isSave);
  await context.setOffline(false);
  await saved;
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await context.clearCookies();
  await title.fill('Typed after the session had ended');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  const savedAgain = page.waitForResponse(isSave);
  const other = await context.newPage();
  await signIn(other, 'staff');
  expect((await savedAgain).request().postData()).toContain('Typed after the session had ended');
});

test('pressing Keep mine twice on a slow connection saves once, and does not claim another change', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, 'faculty', `${base}/apply`);
  await page.getByLabel('Department').fill('Biology');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  const saved = other.waitForResponse(isSave);
  await other.getByLabel('Department').fill('Chemistry');
  await saved;
  await page.getByLabel('Department').fill('Botany');
  await expect(page.getByText('Changed there: Department.')).toBeVisible();
  const goOn = await holdSaves(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent += 1;
  });
  const first = page.waitForRequest((request) => request.method() === 'PUT');
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  const keepMine = page.getByRole('button', { name: 'Keep mine' });
  await keepMine.click();
  await first;
  await keepMine.dispatchEvent('click');
  goOn();
  await answered;
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(sent).toBe(1);
});

test('the drafts above My Applications are requested with the page, so that they do not push the list down', async ({
  page,
}) => {
  await signIn(page, 'faculty', `${base}/my-applications`);
  const html = await (await page.request.get(`${base}/my-applications`)).text();
  expect(html).toContain(`href="/api${base}/drafts"`);
});

test('if the drafts come later than the applications, no application moves', { tag: '@long' }, async ({
  page,
}) => {
  const goOn = await hold(page, `**/api${base}/drafts`);
  const listed = page.waitForResponse((answer) => answer.url().includes('submittedBy='));
  await signIn(page, 'faculty', `${base}/my-applications`);
  await (await listed).finished();
  // Long enough to be drawn.
  await page.waitForTimeout(500);
  await expect(page.getByRole('table')).toHaveCount(0);
  goOn();
  await expect(page.getByRole('table')).toBeVisible();
});

test('drafts that could not be loaded are not missing in silence', { tag: '@long' }, async ({ page }) => {
  await page.route(`**/api${base}/drafts`, (route) => route.fulfill({ status: 500 }));
  await signIn(page, 'faculty', `${base}/my-applications`);
  await expect(page.getByRole('alert')).toContainText('Your drafts could not be loaded');
  await expect(page.getByRole('table')).toBeVisible();
  await page.unroute(`**/api${base}/drafts`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('someone typing far down the form sees that another tab has changed the draft', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'faculty', `${base}/apply`);
  await page.getByLabel('Department').fill('Music');
  await page.waitForURL(/draft=/);
  const other = await context.newPage();
  await other.goto(page.url());
  const saved = other.waitForResponse(isSave);
  await other.getByLabel('Conference link').fill('https://meeting.example');
  await saved;
  const narrative = page.getByLabel('Brief narrative');
  await narrative.fill('Typed far below.');
  await expect(message(page, 'Your draft is not saved')).toBeVisible();
  await expect(narrative).toBeFocused();
});
