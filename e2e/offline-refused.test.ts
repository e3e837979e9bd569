import type { Page } from '@playwright/test';
import { add, base, filed, openForm, waiting, writeLog } from './setup/rounds.ts';
import { expect, expectAccessible, message, test } from './setup/story.ts';

/** Changes what is waiting on the device, as if it had been written under other circumstances. */
async function alterWaiting(page: Page, change: { building?: string; writtenAt?: string }): Promise<void> {
  await page.evaluate(async ({ building, writtenAt }) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('quad-offline');
      request.onsuccess = () => resolve(request.result);
    });
    const store = database.transaction('entries', 'readwrite').objectStore('entries');
    await new Promise((resolve) => {
      store.getAll().onsuccess = (event) => {
        for (const entry of (event.target as IDBRequest).result) {
          if (building !== undefined) entry.request.body.building = building;
          if (writtenAt !== undefined) entry.writtenAt = writtenAt;
          store.put(entry).onsuccess = resolve;
        }
      };
    });
    database.close();
  }, change);
}

test('a log that the portal refuses stays with the reason, and can be changed and sent', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  await context.setOffline(true);
  await writeLog(page, 'Anderson', 'Offline: refused');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  await alterWaiting(page, { building: 'Ketchup' });
  await context.setOffline(false);
  await expect(page.getByText(/This building isn't on the form/)).toBeVisible();
  await expect(page.getByText('Not accepted', { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(await filed(context, 'Offline: refused')).toHaveLength(0);

  await page.goto(`${base}/my-logs`);
  await expect(waiting(page, '1 log not accepted')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit it to send it again.' }).click();
  await page.getByRole('button', { name: /^Edit the log for/ }).click();
  await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue('Offline: refused');
  await expect(page.getByText('Not accepted', { exact: true })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Anderson' }).check();
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
  expect(await filed(context, 'Offline: refused')).toHaveLength(1);
});

test('a log older than seven days is reported and kept, and can be submitted as of today', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  await context.setOffline(true);
  await writeLog(page, 'Simplot', 'Offline: too old');
  await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
  await alterWaiting(page, { writtenAt: eightDaysAgo });
  await page.reload();
  await expect(page.getByText(/written more than 7 days ago/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Not accepted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Edit the log for Simplot/ }).click();
  await expect(page.getByRole('textbox', { name: 'Comments' })).toHaveValue(
    /^Offline: too old\n\(Round of .+, submitted late\.\)$/,
  );
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
});

test('a log that was opened again and left for more than seven days can be submitted as of today', {
  tag: '@long',
}, async ({ page, context }) => {
  await openForm(page);
  const comments = page.getByRole('textbox', { name: 'Comments' });
  const openAgain = async (words: string) => {
    await context.setOffline(true);
    await writeLog(page, 'Simplot', words);
    await expect(waiting(page, '1 log waiting to be sent')).toBeVisible();
    await page.getByRole('button', { name: /^Edit the log for Simplot/ }).click();
    await expect(page.getByText(/It keeps that date and time/)).toBeVisible();
    await context.setOffline(false);
  };
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
  await openAgain('Offline: left');
  await alterWaiting(page, { writtenAt: eightDaysAgo });
  await page.reload();
  await expect(comments).toHaveValue(/^Offline: left\n\(Round of .+, submitted late\.\)$/);
  await expect(page.getByText(/It keeps that date and time/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();

  // If the page stays open, the server is the first to say so.
  await openAgain('Offline: open');
  await context.route(`**/api${add}`, async (route) => {
    const body = { ...route.request().postDataJSON(), writtenAt: eightDaysAgo };
    await route.fallback({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This log was written more than 7 days ago. It can only be submitted as of today.',
  );
  await expectAccessible(page);
  await context.unroute(`**/api${add}`);
  await expect(comments).toHaveValue(/^Offline: open\n\(Round of .+, submitted late\.\)$/);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
});
