import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

/**
 * What each demo person came for: a tool on the home page, and its page. Another story counts the sessions of `business`.
 */
const mornings = [
  ['it', 'Help Desk Tickets', 'Help Desk Tickets'],
  ['it2', 'Audit Log', 'Audit Log'],
  ['staff', 'Guest Wi-Fi', 'Guest Wi-Fi'],
  ['faculty', 'Apply for Funding', 'Apply for Funding'],
  ['student', 'My Tickets', 'My Tickets'],
  ['volunteer', 'Submit Help Desk Ticket', 'Submit Help Desk Ticket'],
  ['reslife', 'Board', 'Board'],
  ['ra', 'Submit RA Log', 'Submit RA Log'],
  ['mailroom', 'Poster Queue', 'Poster Queue'],
  ['fgd', 'Funding Applications', 'Funding Applications'],
  ['approver', 'Funding Applications', 'Funding Applications'],
  ['nogroups', 'Employee Directory', 'Employee Directory'],
] as const;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const [width, people] of [
  [360, mornings.filter((_, index) => index % 2 === 0)],
  [1440, mornings.filter((_, index) => index % 2 === 1)],
] as const)
  test(`the morning of ${people.map(([person]) => person).join(', ')} at ${width} px: what is waiting, the bell, and their tool`, {
    tag: '@long',
  }, async ({ browser, baseURL }) => {
    for (const [person, tool, title] of people) {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height: 800 } });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('response', (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${new URL(response.url()).pathname}`);
      });
      await signIn(page, person);
      const home = await heading(page).textContent();
      const waits = page.getByRole('region', { name: 'Waiting for you' });
      await expect(waits.getByText(/You're all caught up|Since|Oldest from|[Dd]ue/).first()).toBeVisible();
      const first = waits.getByRole('link').first();
      if ((await first.count()) > 0) {
        await first.click();
        await expect(heading(page)).not.toHaveText(home ?? '');
        await expect(heading(page)).not.toHaveText(/not authorized|Not Found/);
        await page.goBack();
        await expect(heading(page)).toHaveText(home ?? '');
      }
      await page.getByRole('button', { name: /^Notices/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${tool}`) })
        .first()
        .click({ timeout: 15_000 });
      await expect(heading(page)).toHaveText(title);
      await expectAccessible(page);
      expect([person, faults]).toEqual([person, []]);
      await context.close();
    }
  });
