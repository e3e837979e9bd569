import type { BrowserContext, Page } from '@playwright/test';
import { add, filed, fillIn, openForm, storedEntries, waiting, writeLog } from './setup/rounds.ts';
import { expect, signIn, test } from './setup/story.ts';

const comments = (page: Page) => page.getByRole('textbox', { name: 'Comments' });
const logout = '/api/auth/providers/demo/logout';

/** One log is waiting, and another is half written. */
async function writeTwo(page: Page, words: string): Promise<void> {
  await openForm(page);
  await page.context().route(`**/api${add}`, (route) => route.abort('connectionfailed'));
  await writeLog(page, 'Anderson', `${words}: waits`);
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await fillIn(page, 'Finney', `${words}: draft`);
}

const statesOf = async (page: Page) => (await storedEntries(page)).map(({ state }) => state).toSorted();

/** Offline, no one is named, and no word of theirs is shown. */
async function expectNobodyOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.goto(add);
  await expect(page.getByText(/You're not signed in on this device/)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Arlo|Benning|ra@sawtooth|Left/);
  await page.context().setOffline(false);
}

/** The same person comes back: what was waiting is sent. */
async function comeBack(page: Page, words: string): Promise<void> {
  await page.context().unroute(`**/api${add}`);
  await signIn(page, 'ra', add);
  await expect.poll(() => filed(page.context(), `${words}: waits`)).toHaveLength(1);
}

/** As after a timeout, or when the browser was closed: no one is signed in, and no one ended the session. */
const expire = (context: BrowserContext) => context.clearCookies({ name: 'quad-session' });

test('signing out by typing the address leaves only what is waiting, no matter which tabs are open', async ({
  page,
  context,
}) => {
  await writeTwo(page, 'Left by address');
  const second = await context.newPage();
  await second.goto(logout);
  await expect(second.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(comments(page)).toHaveCount(0);
  await expect.poll(() => statesOf(second)).toEqual(['waiting']);
  await expectNobodyOffline(second);
  await page.close();
  await comeBack(second, 'Left by address');
  await expect(comments(second)).toHaveValue('');
});

test('signing out with a form, without a page of ours afterward, leaves no name and no draft offline', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  await writeTwo(page, 'Left by form');
  await page.goto('about:blank');
  const answer = await context.request.post(logout, {
    headers: { origin: baseURL ?? '' },
    form: { postLogoutRedirectUri: '/' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  await expectNobodyOffline(page);
  expect(await statesOf(page)).toEqual(['waiting']);
});

test('a session that is ended from another device takes the draft and the words on the screen with it', {
  tag: '@long',
}, async ({ browser, baseURL }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const phone = await browser.newContext({ baseURL: baseURL ?? '', userAgent });
  const desk = await browser.newContext({ baseURL: baseURL ?? '' });
  const [page, other] = [await phone.newPage(), await desk.newPage()];
  await writeTwo(page, 'Left elsewhere');
  await signIn(other, 'ra', '/account/sessions');
  await other.getByRole('button', { name: /^Sign out .*iPhone/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('button', { name: /^Sign out .*iPhone/ })).toHaveCount(0);

  // The form notices at its next call, which it may already have made.
  const building = page.getByRole('radio', { name: 'Hayman' });
  const ended = page.getByRole('heading', { level: 1, name: 'You must be signed in to view this.' });
  await building.or(ended).click();
  await expect(ended).toBeVisible();
  await expectNobodyOffline(page);
  expect(await statesOf(page)).toEqual(['waiting']);
  await Promise.all([phone.close(), desk.close()]);
});

test('after a timeout, name and draft are hidden until the same person is back', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await writeTwo(page, 'Left to expire');
  await page.goto('about:blank');
  await expire(context);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Sign in to send/ })).toBeVisible();
  await expectNobodyOffline(page);
  expect(await statesOf(page)).toEqual(['draft', 'waiting']);
  await comeBack(page, 'Left to expire');
  await expect(comments(page)).toHaveValue('Left to expire: draft');
});

test('the next person’s sign-in removes the drafts of others, and shows nothing of them', async ({
  page,
  context,
}) => {
  await writeTwo(page, 'Left behind');
  await page.goto('about:blank');
  await expire(context);
  await signIn(page, 'student', '/');
  await expect.poll(() => statesOf(page)).toEqual(['waiting']);
  await expectNobodyOffline(page);
});

test('someone who loses access to a page while typing on it can still copy what they typed', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'student', '/support/submit-help-desk-ticket');
  await page.getByLabel('Subject').fill('Half a ticket');
  await page.route('**/api/auth/account', async (route) => {
    const account = await (await route.fetch()).json();
    await route.fulfill({ json: { ...account, permissions: [] } });
  });
  // Another tab that someone else's sign-in was served to makes this one ask who is signed in.
  await page.evaluate(() => new BroadcastChannel('quad-session').postMessage(null));
  await page.getByRole('button', { name: 'Show what I typed' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Half a ticket');
  await page.getByRole('banner').getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'You are not authorized to view this page',
  );
});

test('a list that was refused during a change of sessions is read again, although the person is signed in', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'student', '/');
  let refused = 0;
  await page.route('**/api/auth/sessions*', async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    const json = { title: 'Unauthorized', status: 401, detail: 'Sign in to continue.' };
    return route.fulfill({ status: 401, contentType: 'application/problem+json', json });
  });
  await page.goto('/account/sessions');
  await expect(page.getByText('This one')).toBeVisible();
  expect(refused).toBe(2);
});
