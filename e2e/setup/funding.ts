/// <reference lib="dom" />
import type { Browser, Locator, Page } from '@playwright/test';
import { inDays } from '../../harness/funding.ts';
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

/** Fills in what the form requires, for a project of two days that costs $100. @param title Also in its other texts */
export async function fillApplication(page: Page, title: string): Promise<void> {
  const texts = [
    'Department',
    'Title of professional meeting or project',
    'Conference link',
    'Brief narrative',
  ];
  for (const label of texts) await page.getByLabel(label).fill(title);
  await page.getByLabel('Start date').fill(inDays(40));
  await page.getByLabel('End date').fill(inDays(41));
  await page.getByLabel('Research project').check();
  for (const amount of [...amounts, 'Personal car mileage', 'Meals'])
    await page.getByLabel(amount, { exact: false }).first().fill('0');
  await page.getByLabel('Housing').fill('100');
}
