import type { Page } from '@playwright/test';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const list = '/departments/information-technology/redirects';

function row(page: Page, shortUrl: string) {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `/r/${shortUrl}`, exact: true }) });
}

async function addLink(page: Page, shortUrl: string, longUrl: string): Promise<void> {
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill(shortUrl);
  await dialog.getByLabel('Long URL').fill(longUrl);
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog).toBeHidden();
}

test('IT adds a link, follows it, sees the visit, changes it and deletes it', async ({ page }) => {
  await signIn(page, 'it', list);
  await expect(page).toHaveTitle('Quad | URL Shortener');
  await expect(page).toHaveURL(/page=1&pageSize=20/);
  await addLink(page, 'story-open-house', 'https://www.sawtooth.example/open-house');
  await expect(message(page, 'Added /r/story-open-house')).toBeVisible();

  const followed = await page.request.get('/r/story-open-house', { maxRedirects: 0 });
  expect(followed.status()).toBe(302);
  expect(followed.headers().location).toBe('https://www.sawtooth.example/open-house');

  await page.getByLabel('Search short and long URLs').fill('  story-open  ');
  await expect(page).toHaveURL(/search=story-open(&|$)/);
  await expect(async () => {
    await page.reload();
    await expect(row(page, 'story-open-house')).toContainText('1', { timeout: 500 });
  }).toPass();

  await row(page, 'story-open-house').getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/visit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    const again = await page.request.get('/r/STORY-open-house', { maxRedirects: 0 });
    expect(again.headers().location).toBe('https://www.sawtooth.example/visit');
  }).toPass({ timeout: 10_000 });

  await row(page, 'story-open-house')
    .getByRole('button', { name: /^QR code/ })
    .click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(details.getByText('https://www.sawtooth.example/open-house')).toBeVisible();
  await expect(details.getByRole('img', { name: /Visits per day/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await row(page, 'story-open-house')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(message(page, 'Deleted /r/story-open-house')).toBeVisible();
  await expect(page.getByText('No Data Available')).toBeVisible();
});

test('an expired link says so, an unknown one too, a live one is followed from inside the portal', async ({
  page,
}) => {
  await signIn(page, 'it', list);
  const past = new Date(Date.now() - 60_000).toISOString();
  const created = await page.request.post('/api/redirects', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { shortUrl: 'story-expired', longUrl: 'https://www.sawtooth.example/', expirationDate: past },
  });
  expect(created.status()).toBe(201);
  const answer = await page.goto('/r/story-expired');
  expect(answer?.status()).toBe(410);
  await expect(page.getByText('The URL you are trying to reach has expired: /story-expired')).toBeVisible();
  await expectAccessible(page);

  const unknown = await page.goto('/r/story-unknown');
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText('story-unknown')).toBeVisible();
});

test('the form keeps what was typed when the server refuses, and marks the field', async ({ page }) => {
  await signIn(page, 'it', list);
  await addLink(page, 'story-taken', 'https://www.sawtooth.example/a');
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('Story-Taken');
  await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/b');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByLabel('Short URL')).toBeFocused();
  await expect(dialog.getByLabel('Short URL')).toHaveAccessibleDescription(/already taken/);
  await expect(dialog.getByLabel('Long URL')).toHaveValue('https://www.sawtooth.example/b');
  await expectAccessible(page);
});

test('everything can be done by keyboard alone', async ({ page }) => {
  await signIn(page, 'it', list);
  await expect(page.getByRole('heading', { name: 'URL Shortener' })).toBeVisible();
  await page.getByRole('button', { name: 'Add URL' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Short URL')).toBeFocused();
  await page.keyboard.type('story-keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://www.sawtooth.example/keyboard');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Added /r/story-keyboard')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add URL' })).toBeFocused();
});

for (const width of [360, 1024, 1440]) {
  test(`a toast does not cover the buttons of a dialog, ${width} px`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await signIn(page, 'it', list);
    await addLink(page, `story-toast-${width}`, 'https://www.sawtooth.example/toast');
    await page.getByRole('button', { name: 'Add URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add URL' });
    await expect(message(page, `Added /r/story-toast-${width}`)).toBeVisible();
    for (const name of ['Add URL', 'Cancel', 'Close this message']) {
      // Fails at once if something else would be clicked.
      await dialog.getByRole('button', { name }).click({ trial: true, timeout: 1_500 });
    }
  });
}

test('an import with mistakes adds nothing and shows each row', async ({ page }) => {
  await signIn(page, 'it', list);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  const buffer = Buffer.from(
    'shortUrl,longUrl,expirationDate\nstory-good,https://a.example/,\nbad name,ftp://x,soon\n',
  );
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('table')).toContainText('bad name');
  await expect(dialog.getByRole('table')).toContainText('ftp://x');
  await expectAccessible(page);
  expect((await page.request.get('/r/story-good', { maxRedirects: 0 })).status()).toBe(404);
});

test.describe('when the portal fails (the network between is cut or broken)', () => {
  for (const [what, answer] of Object.entries({
    'a defect': {
      status: 500,
      contentType: 'application/problem+json',
      body: '{"status":500,"detail":"It broke."}',
    },
    'a page of a proxy in place of JSON': {
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
    await expect(dialog.getByRole('alert')).toBeVisible();
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Add URL' }).click();
    await expect(message(page, 'Added /r/story-offline')).toBeVisible();
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

  test.describe('before all code has loaded', () => {
    // What the worker fetches cannot be held back here.
    test.use({ serviceWorkers: 'block' });

    test('the list is requested while its code is loading, and only once', { tag: '@long' }, async ({
      page,
    }) => {
      await signIn(page, 'it', '/my-dashboard');
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname === '/api/redirects') asked.push(search);
      });
      const hold = Promise.withResolvers<void>();
      await page.route('**/assets/links-screen-*.js', async (route) => {
        await hold.promise;
        await route.continue();
      });
      await page.goto(`${list}?search=e&utm=flyer`, { waitUntil: 'commit' });
      await expect.poll(() => asked).toEqual(['?page=1&pageSize=20&search=e']);
      hold.resolve();
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

    test('code of the shell that cannot load takes nothing else from the page', { tag: '@long' }, async ({
      page,
    }) => {
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

    test('a submit that is quicker than its checks waits for them', { tag: '@long' }, async ({ page }) => {
      const hold = Promise.withResolvers<void>();
      await page.route('**/assets/checks-*.js', async (route) => {
        await hold.promise;
        await route.continue();
      });
      await signIn(page, 'it', list);
      await page.getByRole('button', { name: 'Add URL' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add URL' });
      await dialog.getByLabel('Short URL').fill('story quick');
      await dialog.getByRole('button', { name: 'Add URL' }).click();
      await expect(dialog.getByRole('button', { name: 'Add URL' })).toBeDisabled();
      hold.resolve();
      await expect(dialog.getByLabel('Short URL')).toHaveAccessibleDescription(/only letters, digits/);
      await expect(dialog.getByLabel('Short URL')).toBeFocused();
    });
  });

  test('a session that ends in the middle of a form loses nothing', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'it', list);
    await page.getByRole('button', { name: 'Add URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add URL' });
    const ahead = page.waitForResponse('**/assets/session-ended-*.js');
    await dialog.getByLabel('Short URL').fill('story-session');
    await dialog.getByLabel('Long URL').fill('https://www.sawtooth.example/session');
    await (await ahead).finished();
    await page.context().clearCookies();
    // As after an upgrade: the files of this page are gone.
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
    // Not with the mouse: a background request of the page may open the dialog first.
    await dialog.getByRole('button', { name: 'Add URL' }).dispatchEvent('click');

    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await expectAccessible(page);
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      ended.getByRole('link', { name: 'Sign in again' }).click(),
    ]);
    await other.getByRole('button', { name: /Iris Thornwell/ }).click();
    await expect(ended).toBeHidden();
    // No one is asked to sign in once they have.
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog.getByLabel('Short URL')).toHaveValue('story-session');
  });
});
