import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, expectAccessible, hold, message, signIn, test } from './setup/story.ts';

const path = '/departments/business-office/process-pcard';

async function downloaded(
  page: Page,
  name: string | RegExp,
): Promise<{ download: Download; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { download, content: await readFile(await download.path()) };
}

for (const width of [360, 1440]) {
  test(`the business office corrects a file and processes it (${width} px)`, {
    tag: width === 1440 ? '@long' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'it', '/my-dashboard');
    await page.getByRole('link', { name: /^Business Office/ }).click();
    const bad = await downloaded(page, 'The same month, with mistakes');
    const number = `J${bad.download.suggestedFilename().replace(/^bank-20(\d\d)-(\d\d).*/, '$2$1')}`;
    await page.getByLabel('Journal log number').fill(number.toLowerCase());
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[name="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await choose('bad.csv', bad.content);
    await page.getByRole('button', { name: 'Process file' }).click();
    const mistakes = page.getByRole('region', { name: 'Rows to fix' });
    await expect(mistakes).toContainText('Enter a date as MM/DD/YYYY.');
    const filter = page.getByRole('searchbox', { name: 'Filter these rows' });
    await filter.fill('shortened');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    // Enter filters, and does not send the file again.
    await filter.press('Enter');
    await expect(mistakes.getByRole('row')).toHaveCount(2);
    const list = await downloaded(page, 'Download this list');
    expect(list.content.toString()).toContain('row,column,value,what to fix');
    expect(sent).toEqual([]);
    await expectAccessible(page);

    const good = await downloaded(page, 'One month from the bank');
    // Each width has transactions of its own: the stories share one college.
    const merchantAndCategory = /([^",]+),(\d{4}),/g;
    const own = Buffer.from(good.content.toString().replaceAll(merchantAndCategory, `$1 ${width},$2,`));
    await choose('good.csv', own);
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('table', { name: 'Lines of the journal' })).toContainText(
      'Rule 2: the account in the file',
    );
    await expectAccessible(page);
    if (width === 360) {
      // Each line has one of the two; a card leaves out the other.
      const table = preview.getByRole('table', { name: 'Lines of the journal' });
      const lines = table.locator('tbody');
      const amounts = lines.locator('td:visible').filter({ hasText: /^(Debit|Credit)/ });
      await expect(amounts).toHaveCount(await lines.getByRole('row').count());
      // Screen readers find the heading of a cell by counting.
      const cells = lines.getByRole('row').first().getByRole('cell');
      await expect(cells).toHaveCount((await table.getByRole('columnheader').count()) - 1);
    }
    // What it shows is what would be processed.
    await page.getByLabel('Journal log number').fill('J0126');
    await expect(preview).toHaveCount(0);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(preview).toContainText('Preview of J0126');
    await page.getByLabel('Profile').selectOption({ index: 2 });
    await expect(preview).toHaveCount(0);
    await page.getByLabel('Profile').selectOption({ index: 1 });
    await page.getByLabel('Journal log number').fill(number);
    const { download, content } = await downloaded(page, 'Process file');
    expect(download.suggestedFilename()).toBe(`${number}.txt`);
    expect(content.toString()).toMatch(/^JE\d{11} /);
    await expect(message(page, 'File processed successfully!')).toBeVisible();
    await expect(message(page, 'File processed successfully!')).toBeHidden();
    // Empty again for the next file: the same one is not processed twice by a second press.
    await expect(page.getByLabel('Journal log number')).toHaveValue('');
    await expect(page.getByRole('main').getByText('good.csv')).toHaveCount(0);

    await choose('good.csv', own);
    await page.getByLabel('Journal log number').fill(number);
    await page.getByRole('button', { name: 'Process file' }).click();
    await expect(page.getByRole('dialog', { name: 'Process it again?' })).toContainText(
      `This file was processed before, as ${number}`,
    );
    await page.getByRole('button', { name: 'Cancel' }).click();

    // Someone who leaves before the answer comes is not asked on another page.
    const letGo = await hold(page, '**/pcard/process');
    await page.getByRole('button', { name: 'Process file' }).click();
    await expect(page.getByRole('button', { name: 'Process file' })).toHaveAttribute('data-loading', 'true');
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/runs/);
    letGo();
    await expect(message(page, /^Nothing was produced\. This file was processed before/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a run says where each line came from, and can be made void', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'it', `${path}/runs`);
  // Some of the demo are void, and the stories before add others.
  await page.getByRole('row').filter({ hasNotText: 'Void' }).nth(4).getByRole('link').click();
  const { download } = await downloaded(page, /^Download J\d{4}\.txt$/);
  expect(download.suggestedFilename()).toMatch(/^J\d{4}\.txt$/);
  await expect(page.getByRole('table', { name: 'Lines of the journal' })).toContainText(
    'Offset of all lines',
  );
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: /^Void J/ });
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(dialog.getByText('Say why this run does not count.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The bank sent a corrected file.');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(
    page.getByRole('definition').filter({ hasText: 'The bank sent a corrected file.' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Void' })).toBeHidden();
  await expectAccessible(page);
});

test('a preview whose code does not load says so', { tag: '@long' }, async ({ page }) => {
  await page.route('**/assets/preview-panel-*.js', (route) => route.abort());
  await signIn(page, 'business', path);
  const { download, content } = await downloaded(page, 'One month from the bank');
  const buffer = Buffer.from(content.toString().replaceAll(/([^",]+),(\d{4}),/g, '$1 unseen,$2,'));
  await page.getByLabel('Journal log number').fill('J0126');
  await page
    .locator('input[name="file"]')
    .setInputFiles({ name: download.suggestedFilename(), mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(message(page, 'This could not be opened')).toBeVisible();
});
