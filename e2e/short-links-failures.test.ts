import { addLink, list, row } from './setup/links.ts';
import { expect, expectAccessible, hold, message, signIn, test } from './setup/story.ts';

// What the worker fetches cannot be answered here, and on a busy machine neither can some of what it leaves to the page.
test.use({ serviceWorkers: 'block' });

for (const [what, answer] of Object.entries({
  'a defect': {
    status: 500,
    contentType: 'application/problem+json',
    body: '{"status":500,"detail":"It broke."}',
  },
  "a proxy's page in place of JSON": {
    status: 502,
    contentType: 'text/html',
    body: '<h1>Bad gateway</h1>',
  },
  'an empty answer': { status: 204 },
})) {
  test(`${what} becomes a message with a retry`, { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'it');
    await page.route('**/api/redirects?**', (route) => route.fulfill(answer));
    await page.goto(list);
    await expect(page.getByRole('button', { name: /Try again/ })).toBeVisible({ timeout: 20_000 });
    await page.unroute('**/api/redirects?**');
    await page.getByRole('button', { name: /Try again/ }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
}

test('a screen that breaks over what another release of the portal answers works again after its button', async ({
  page,
}) => {
  await signIn(page, 'it');
  await page.route('**/api/redirects?**', (route) => route.fulfill({ json: { links: [] } }));
  await page.goto(list);
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
  await page.unroute('**/api/redirects?**');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a lost network keeps what was typed, and the same form goes through later, once', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('story-offline');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/offline');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You seem to be offline.');
  await page.context().setOffline(false);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(message(page, 'Added /r/story-offline')).toBeVisible();
});

test('the question whether to leave what is being sent ends with it, and says what would be lost if that fails', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('story-asked');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/asked');
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  await page.route('**/api/redirects', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tries += 1;
    await answers[tries - 1]?.promise;
    return tries === 1 ? route.abort() : route.continue();
  });
  const sending = page.getByRole('dialog', { name: 'This is still being sent' });
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });

  // Within one task: the question is asked before the form was checked, and sending begins below it.
  await dialog.evaluate((element) => {
    element.querySelector<HTMLButtonElement>('[type="submit"]')?.click();
    element.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  await expect(sending).toBeVisible();
  answers[0]?.resolve();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByRole('alert')).toContainText('could not be reached');
  await expect(dialog.getByLabel('Short URL')).toHaveValue('story-asked');

  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await page.keyboard.press('Escape');
  await expect(sending).toBeVisible();
  answers[1]?.resolve();
  await expect(message(page, 'Added /r/story-asked')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is refused after the form was closed is said, even while the dialog fades', {
  tag: '@long',
}, async ({ page }) => {
  // It fades until the answer is here, however slow this machine is.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const slowly = (run: TimerHandler, ms?: number) => later(run, ms === 300 ? 60_000 : ms);
    Object.assign(window, { setTimeout: slowly });
  });
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('ride-share');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/taken');
  const letGo = await hold(page, '**/api/redirects', 'POST');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  letGo();
  await expect(message(page, 'Your entry was not saved')).toBeVisible();
  await expect(message(page, 'This short URL is already taken.')).toBeVisible();
});

test('owner groups that cannot be loaded say so and are chosen after a retry', { tag: '@long' }, async ({
  page,
}) => {
  const headers = { 'sec-fetch-site': 'same-origin' };
  await signIn(page, 'it');
  const data = { shortUrl: 'story-parcels', longUrl: 'https://www.sawtooth.example/parcels' };
  const ownerGroups = ['Domain-MailCenter'];
  const given = await page.request.post('/api/redirects', { headers, data: { ...data, ownerGroups } });
  expect(given.status()).toBe(201);
  await signIn(page, 'mailroom');
  await expect(async () =>
    expect((await page.request.get('/api/redirects?page=1')).ok()).toBe(true),
  ).toPass();
  await page.goto(list);

  let isBroken = true;
  await page.route('**/api/redirects/owner-groups', (route) =>
    // A second group, which all staff have, would give them the tool while this runs.
    isBroken
      ? route.fulfill({ status: 500 })
      : route.fulfill({ json: { data: ['Domain-MailCenter', 'Domain-Staff'] } }),
  );
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('story-stamps');
  await expect(dialog.getByRole('alert')).toContainText('Your groups could not be loaded');
  await expectAccessible(page);
  isBroken = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: 'Add a group' }).click();
  await dialog.getByLabel('Group', { exact: true }).fill('Domain-MailCenter');
  await expect(dialog.getByLabel('Short URL')).toHaveValue('story-stamps');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/stamps');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(message(page, 'Added /r/story-stamps')).toBeVisible();

  await signIn(page, 'it');
  for (const shortUrl of ['story-parcels', 'story-stamps']) {
    const found = await (await page.request.get(`/api/redirects?page=1&search=${shortUrl}`)).json();
    const deleted = await page.request.delete(`/api/redirects/${found.data[0]._id}`, { headers });
    expect(deleted.status()).toBe(204);
  }
});

test('the list is requested while its code is loading, and only once', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'it', '/my-dashboard');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/redirects') asked.push(search);
  });
  const goOn = await hold(page, '**/assets/links-screen-*.js');
  await page.goto(`${list}?search=e&utm=flyer`, { waitUntil: 'commit' });
  await expect.poll(() => asked).toEqual(['?page=1&pageSize=20&search=e']);
  goOn();
  await expect(page.getByRole('table')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('a dialog whose code cannot load says so', { tag: '@long' }, async ({ page }) => {
  await page.route('**/assets/link-dialog-*.js', (route) => route.abort());
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  await expect(message(page, 'This could not be opened')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add URL' })).toBeFocused();
});

test('a form whose checks cannot load is checked by the server', { tag: '@long' }, async ({ page }) => {
  await page.route('**/assets/checks-*.js', (route) => route.abort());
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('story-unchecked');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByLabel('Long URL')).toBeFocused();
  await expect(dialog.getByLabel('Short URL')).toHaveValue('story-unchecked');
  expect((await page.request.get('/r/story-unchecked', { maxRedirects: 0 })).status()).toBe(404);
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/unchecked');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(message(page, 'Added /r/story-unchecked')).toBeVisible();
});

test('shell code that cannot load takes nothing else down with it', { tag: '@long' }, async ({ page }) => {
  await page.route(/\/assets\/(palette|confirm-dialog)-/, (route) => route.abort());
  await signIn(page, 'it', list);
  await addLink(page, 'story-confirm', 'https://www.sawtooth.example/confirm');
  await page.keyboard.press('Control+k');
  await expect(message(page, 'This could not be opened')).toBeVisible();
  // Accepted right away: a click waits for the page, and the page for the response.
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await row(page, 'story-confirm')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(row(page, 'story-confirm')).toHaveCount(0);
  expect(questions).toHaveLength(1);
});

test('a submit that comes before its checks have loaded waits for them', { tag: '@long' }, async ({
  page,
}) => {
  const goOn = await hold(page, '**/assets/checks-*.js');
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('story quick');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByRole('button', { name: 'Add URL' })).toBeDisabled();
  goOn();
  await expect(dialog.getByLabel('Short URL')).toHaveAccessibleDescription(/only letters, digits/);
  await expect(dialog.getByLabel('Short URL')).toBeFocused();
});
