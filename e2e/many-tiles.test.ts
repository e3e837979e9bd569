import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';
import { brokenWords, widenSpacing } from './setup/text-spacing.ts';

/** Titles of future tools, some of them long. */
const titles = [
  'Get WiFi',
  'Help Desk',
  'Password Reset',
  'Your Files',
  'Poster Print Request',
  'P-Card Processing',
  'Employee Directory',
  'Elastic Search Reports',
  'Faculty Growth & Development Applications',
  'Password Reset Exclusions',
  'My Grade Files',
  'Upload Grades',
  'File Management',
  'Check Eligibility',
  'Building Access Policy',
  'Short Links',
];

/** Fills every list of tools on the page up to `count` with copies that have other titles. */
function fillUp(page: Page, count: number) {
  return page.evaluate(
    ({ names, wanted }) => {
      for (const list of document.querySelectorAll('main section ul')) {
        const [first] = list.children;
        if (first === undefined || list.querySelector('a') === null || list.closest('[data-waits]')) continue;
        while (list.children.length < wanted) {
          const copy = first.cloneNode(true) as HTMLElement;
          const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
          const title = names[list.children.length % names.length] ?? '';
          const text = walker.nextNode();
          if (text !== null) text.textContent = title;
          list.append(copy);
        }
      }
    },
    { names: titles, wanted: count },
  );
}

/** What looks wrong: a tile that is cut off, that covers another one, or that differs from those in its row. */
function faults(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('main section ul')].flatMap((list) => {
      const tiles = [...list.children].map((tile) => ({ tile, box: tile.getBoundingClientRect() }));
      return tiles.flatMap(({ tile, box }, index) => {
        const found = [];
        if (tile.scrollWidth > tile.clientWidth + 1) found.push('is cut');
        for (const other of tiles.slice(index + 1)) {
          const isOver =
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 1 &&
            other.box.top < box.bottom - 1;
          if (isOver) found.push('covers another');
        }
        const [next] = tiles.slice(index + 1);
        const sameRow = next !== undefined && Math.abs(next.box.top - box.top) < 1;
        if (sameRow && Math.abs(next.box.height - box.height) > 1) found.push('differs from its row');
        return found.map((fault) => `${tile.textContent}: ${fault}`);
      });
    }),
  );
}

for (const width of [360, 768, 1440]) {
  test(`pages of tiles look right with 6, 10, and 16 tools, ${width} px`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'it');
    for (const path of ['/', '/my-dashboard', '/support', '/departments/information-technology']) {
      for (const count of [6, 10, 16]) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('link').nth(1)).toBeVisible();
        await fillUp(page, count);
        expect(await faults(page), `${path} with ${count}`).toEqual([]);
        const shots = process.env.TILE_SCREENSHOTS;
        if (shots !== undefined) {
          const name = `${path.split('/').at(-1) || 'home'}-${count}-${width}.png`;
          await page.screenshot({ path: `${shots}/${name}`, fullPage: true });
        }
      }
      await expectAccessible(page);
    }
  });
}

test('with wide text spacing, no word on a tile breaks on a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await signIn(page, 'it', '/committees/faculty-growth-development');
  const tiles = page.getByRole('main').getByRole('listitem');
  await expect(tiles.first()).toBeVisible();
  await widenSpacing(page);
  await page
    .locator('main ul a span:nth-child(2)')
    .first()
    .evaluate((title) => {
      title.textContent = 'Applications';
    });
  expect(await brokenWords(page.locator('main ul a span'))).toEqual([]);
});
