import type { Locator, Page } from '@playwright/test';
import { expect } from './story.ts';

/** The list of short links. */
export const list = '/departments/information-technology/redirects';

/** The row of a link in it. */
export function row(page: Page, shortUrl: string): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `/r/${shortUrl}`, exact: true }) });
}

/** Adds a link through the dialog. */
export async function addLink(page: Page, shortUrl: string, longUrl: string): Promise<void> {
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill(shortUrl);
  await dialog.getByLabel('Long URL').fill(longUrl);
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog).toBeHidden();
}
