import { add, filed, openForm, waiting, writeLog } from './setup/rounds.ts';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

test('on a shared phone, nothing is sent under another person’s name', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  await context.setOffline(true);
  await page.reload();
  await writeLog(page, 'Vorhees', 'Offline: shared phone');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await page.getByRole('textbox', { name: 'Warnings' }).fill('A draft of Arlo');
  await context.clearCookies();
  await page.close();
  await context.setOffline(false);

  const other = await context.newPage();
  const sent: string[] = [];
  other.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(add)) sent.push(request.url());
  });
  await openForm(other, 'reslife');
  await expect(other.getByText(/Someone else has an unsent entry on this device/)).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Warnings' })).toHaveValue('');
  await expect(other.getByText('Vorhees', { exact: true })).toHaveCount(1);
  expect(sent).toEqual([]);
  await context.setOffline(true);
  await other.reload();
  await expect(other.getByRole('button', { name: /^Your account: Rosalie/ })).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Warnings' })).toHaveValue('');
  await context.setOffline(false);

  await signIn(other, 'ra', add);
  // Not the toast about it, which is over before a slow page is there.
  const submitters = async () =>
    (await filed(context, 'Offline: shared phone')).map(({ submittedBy }) => submittedBy);
  await expect.poll(submitters).toEqual(['ra@sawtooth.example']);
});

test('signing out warns about what is not sent, keeps it, and leaves nothing else', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openForm(page);
  // The network is there, but the portal accepts nothing.
  await context.route(`**/api${add}`, (route) => route.fulfill({ status: 503, body: '' }));
  await writeLog(page, 'Anderson', 'Offline: logged out');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reports' }).fill('Only a draft');
  await page.getByRole('radio', { name: 'Finney' }).check();

  const logOut = async () => {
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Sign out' }).click();
  };
  await logOut();
  const warning = page.getByRole('dialog', { name: 'Sign out with 1 log waiting to be sent?' });
  await expect(warning).toContainText('stay on this device');
  await expect(warning).toContainText('draft');
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  await logOut();
  await warning.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Sign in to send/ })).toBeVisible();

  await context.setOffline(true);
  await page.goto(add);
  await expect(page.getByText(/You're not signed in on this device/)).toBeVisible();
  await context.setOffline(false);
  await context.unroute(`**/api${add}`);
  await signIn(page, 'ra', add);
  await expect(message(page, '1 log sent')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reports' })).toHaveValue('');
  expect(await filed(context, 'Offline: logged out')).toHaveLength(1);
});

test('what the browser keeps has no account, no nonce, and no response of the API', { tag: '@long' }, async ({
  page,
}) => {
  await openForm(page);
  const kept = await page.evaluate(async () => {
    const entries: { address: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        entries.push({ address: new URL(request.url).pathname, text: (await answer?.text()) ?? '' });
      }
    }
    return entries;
  });
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ address }) => address.startsWith('/api'))).toEqual([]);
  const shell = kept.find(({ address }) => address === '/offline-shell')?.text ?? '';
  expect(shell).toContain('__NONCE__');
  for (const { address, text } of kept) {
    expect(text, address).not.toMatch(/ra@sawtooth\.example|Benning|Domain-ResidentAssistant/);
  }
});

test('the page that opens offline has the same strict policy, with a fresh nonce each time', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  await context.setOffline(true);
  const nonces = new Set<string>();
  for (const _ of [1, 2]) {
    const answer = await page.goto(add);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submit RA Log');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(nonce).not.toBe('__NONCE__');
    nonces.add(nonce);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      return 'ran' in window;
    });
    expect(ran).toBe(false);
    // The theme's style element was allowed.
    expect(
      await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--mantine-color-text')),
    ).not.toBe('');
  }
  expect(nonces.size).toBe(2);
});

test('the portal can be installed', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(address ?? '')).json();
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toBe('image/png');
  }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', short_name: 'Quad' });
});

test('someone who may no longer submit logs deletes the one that stayed on their device', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'ra', add);
  // The device remembers that it keeps something.
  await page.waitForFunction(() => localStorage.getItem('quad-offline') !== null);
  await page.goto('/health');
  await page.evaluate(async (screen) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('quad-offline');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('entries', 'readwrite');
    const writtenAt = new Date().toISOString();
    transaction.objectStore('entries').put({
      state: 'refused',
      id: crypto.randomUUID(),
      owner: { provider: 'demo', email: 'student@sawtooth.example' },
      form: 'ra-log',
      values: { building: 'Simplot' },
      request: { method: 'POST', path: `/api${screen}`, body: { building: 'Simplot' } },
      about: { title: 'Simplot', noun: ['log', 'logs'], screen },
      refusal: { detail: 'You are not authorized.', reason: null, fields: {} },
      ...{ changedAt: writtenAt, writtenAt, late: false, tried: false },
    });
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  }, add);
  await page.context().clearCookies();
  await signIn(page, 'student', '/');
  const pill = page.getByRole('button', { name: '1 log not accepted' });
  await pill.click();
  const question = page.getByRole('dialog', { name: 'Delete 1 log?' });
  await expect(question).toContainText('Simplot');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep' }).click();
  await pill.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(pill).toHaveCount(0);
});
