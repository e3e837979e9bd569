import type { Browser, Page } from '@playwright/test';
import { base } from './setup/rounds.ts';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

const phone = { width: 360, height: 640 };
const desk = { width: 1440, height: 900 };

/** A log that needs follow-up, assigned by Residence Life. */
async function assignFollowUp(
  browser: Browser,
  baseURL: string,
  round: { building: string; comments: string; owner: string },
): Promise<void> {
  const { building, comments, owner } = round;
  const headers = { origin: baseURL };
  const ra = await browser.newContext({ baseURL });
  await signIn(await ra.newPage(), 'ra');
  const filed = await ra.request.post(`/api${base}/logs/add`, {
    headers,
    data: { building, comments, followUp: true },
  });
  const { data } = (await filed.json()) as { data: { _id: string } };
  await ra.close();
  const director = await browser.newContext({ baseURL });
  await signIn(await director.newPage(), 'reslife');
  const assigned = await director.request.put(`/api${base}/log/${data._id}/follow-up`, {
    headers,
    data: { owner: `${owner}@sawtooth.example`, confirmed: true },
  });
  expect(assigned.status()).toBe(200);
  await director.close();
}

const waits = (page: Page) => page.getByRole('region', { name: 'Waiting for you' });

for (const [person, building, viewport] of [
  ['reslife', 'Simplot', desk],
  ['it', 'Finney', phone],
] as const) {
  test(`${person} sees what is waiting at ${viewport.width} px, does it, and it is gone`, {
    tag: '@long',
  }, async ({ page, browser, baseURL }) => {
    const comments = `First minute of ${person}: a door that does not close.`;
    await assignFollowUp(browser, baseURL ?? '', { building, comments, owner: person });
    await page.setViewportSize(viewport);
    await signIn(page, person);
    const item = waits(page).getByRole('link', { name: `Follow up in ${building}` });
    await expect(waits(page)).toContainText('Assigned to you.');
    const showAll = waits(page).getByRole('button', { name: /^Show all/ });
    if ((await item.count()) === 0) {
      await showAll.click();
      await expect(waits(page).getByRole('listitem').nth(5).locator('a, button').first()).toBeFocused();
    }
    await expectAccessible(page);
    await item.click();
    const log = page.getByRole('article').filter({ hasText: comments });
    await log.getByRole('button', { name: 'Close follow-up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Facilities fixed it.');
    await dialog.getByRole('button', { name: 'Close follow-up' }).click();
    // The list has open follow-ups only: this one is no longer among them.
    await expect(log).toHaveCount(0);
    await page.getByRole('link', { name: 'Quad, home' }).click();
    await expect(
      waits(page)
        .getByText(/Oldest from|Since|You're all caught up/)
        .first(),
    ).toBeVisible();
    await expect(item).toHaveCount(0);
  });
}

test('a resident assistant reaches the form without scrolling, online and offline, and chooses pins', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone);
  await signIn(page, 'ra');
  const pinned = page.getByRole('region', { name: 'Pinned' });
  const form = pinned.getByRole('link', { name: 'Submit RA Log' });
  await expect(waits(page)).toContainText("You're all caught up.");
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.route('**/api/waiting', (route) =>
    route.fulfill({ json: { data: [], missing: ['Help Desk'] } }),
  );
  // What was read a moment ago is not read again.
  await expect(async () => {
    await lookAgain();
    await expect(waits(page)).toContainText("Help Desk didn't answer", { timeout: 1_000 });
  }).toPass();
  await expect(waits(page)).not.toContainText('caught up');
  await expectAccessible(page);
  await page.unroute('**/api/waiting');
  await page.reload();
  await expect(waits(page)).toContainText("You're all caught up.");
  await expect(form).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  const saved = () => page.waitForResponse((response) => response.url().endsWith('/api/pins'));
  const first = saved();
  await page.getByRole('button', { name: 'Pin Building Access Policy' }).click();
  await expect(pinned.getByRole('link')).toHaveText([
    'Submit RA Log',
    'My RA Logs',
    'Your Files',
    'Wi-Fi Key',
    'Submit Help Desk Ticket',
    'Building Access Policy',
  ]);
  expect((await first).status()).toBe(200);
  const second = saved();
  await page.getByRole('button', { name: 'Unpin My RA Logs' }).click();
  expect((await second).status()).toBe(200);
  await page.reload();
  await expect(pinned.getByRole('link')).toHaveText([
    'Submit RA Log',
    'Your Files',
    'Wi-Fi Key',
    'Submit Help Desk Ticket',
    'Building Access Policy',
  ]);

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  const offline = page.getByRole('region', { name: "You're offline. You can still use:" });
  await expect(offline.getByRole('link')).toHaveText(['Submit RA Log']);
  await expect(waits(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('the navigation drops down by keyboard and touch, and the phone menu has the tools', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'reslife', '/my-dashboard');
  const tile = page.getByRole('main').getByRole('link', { name: /^Residence Life/ });
  await expect(tile).toContainText(/\d+ waiting/);
  const dashboard = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dashboard' });
  await dashboard.focus();
  await page.keyboard.press('Enter');
  await expect(dashboard).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(dashboard).toBeFocused();
  await expect(dashboard).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Facilities' }).click();
  await expect(page).toHaveTitle('Quad | Facilities');

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('link', { name: 'RA Logs', exact: true }).click();
  await expect(page).toHaveTitle('Quad | RA Logs');
});

test('a person without the dashboard gets no link to it', async ({ page }) => {
  await signIn(page, 'volunteer');
  await expect(page.getByRole('heading', { name: 'Welcome to the new portal' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All your tools' })).toBeVisible();
  await expect(page.getByRole('link', { name: /dashboard/i })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Dashboard' })).toHaveCount(0);
});
