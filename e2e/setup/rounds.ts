/// <reference lib="dom" />
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, signIn } from './story.ts';

/** Where resident assistants work, and the form of a round. */
export const base = '/departments/residence-life/resident-assistants';
export const add = `${base}/logs/add`;

/** Opens the form with everything it needs to open again offline. */
export async function openForm(page: Page, name = 'ra'): Promise<void> {
  await signIn(page, name, add);
  await expect(page.getByRole('radio', { name: 'Anderson' })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Answers both safety questions. */
export async function answerSafety(page: Page, reply: 'Yes' | 'No' = 'Yes'): Promise<void> {
  for (const question of ['Extinguishers Secure', 'Exit Doors Closed'])
    await page
      .getByRole('radiogroup', { name: question })
      .getByRole('radio', { name: reply, exact: true })
      .check();
}

export async function fillIn(page: Page, building: string, comments: string): Promise<void> {
  await page.getByRole('radio', { name: building, exact: true }).check();
  await answerSafety(page);
  await page.getByRole('textbox', { name: 'Comments' }).fill(comments);
}

export async function writeLog(page: Page, building: string, comments: string): Promise<void> {
  await fillIn(page, building, comments);
  await page.getByRole('button', { name: 'Submit log' }).click();
}

/** The entries that the browser stores, as stored. */
export function storedEntries(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('quad-offline');
      request.onsuccess = () => resolve(request.result);
    });
    const all = database.transaction('entries').objectStore('entries').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    database.close();
    return all.result;
  });
}

/** The logs with these words that the person has submitted, according to the server. */
export async function filed(context: BrowserContext, comments: string): Promise<Record<string, unknown>[]> {
  const answer = await context.request.get(`/api${base}/my-logs?page=1&pageSize=100`);
  expect(answer.status()).toBe(200);
  const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
  return data.filter((log) => log.comments === comments);
}

/** What the page says about logs that are waiting on the device. */
export function waiting(page: Page, words: string): Locator {
  return page.getByRole('heading', { name: words });
}
