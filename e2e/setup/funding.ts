/// <reference lib="dom" />
import type { Browser, Locator, Page } from '@playwright/test';
import { expect, signIn } from './story.ts';

/** Where funding applications are. */
export const base = '/committees/faculty-growth-development';

export async function as(
  browser: Browser,
  baseURL: string | undefined,
  name: string,
  path: string,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(page, name, path);
  return page;
}

/** Sends a call as the person of this page. */
export async function send(page: Page, method: 'POST' | 'PUT', path: string, data: object, baseURL = '') {
  const answer = await page.request.fetch(`/api${base}${path}`, {
    method,
    data,
    headers: { origin: baseURL },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data as { _id: string };
}

/** Presses Tab until something has the focus, as someone without a mouse does. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** The amounts that the form asks for, by their labels. */
export const amounts = [
  'Public transportation',
  'College motor pool',
  'Local transportation',
  'Housing',
  'Registration fee',
  'Miscellaneous',
  'Paid from other sources',
  'Funding received in the current year',
];
