import { expect, expectAccessible, expectAccessibleInBoth, signIn, test } from './setup/story.ts';

const path = '/departments/information-technology/audit';
const secret = 'A resident of 2B told us about the heating';

test('IT finds an entry, shows its sensitive values, and downloads the list: each is an entry itself', async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const ra = await elsewhere.newPage();
  await signIn(ra, 'ra');
  const filed = await ra.request.post('/api/departments/residence-life/resident-assistants/logs/add', {
    data: { building: 'Hayman', comments: secret },
    headers: { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' },
  });
  expect(filed.status()).toBe(201);
  const { data } = await filed.json();
  await elsewhere.close();

  await signIn(page, 'it', path);
  const search = async (label: string, words: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(words);
    // Enter searches right away. Without it, the search could start while axe is checking the page.
    await field.press('Enter');
  };
  await search('Who', 'ra@sawtooth.example');
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'RA log: create' });
  await search('Subject', data._id);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'RA log: create' }).click();
  const details = page.getByRole('dialog', { name: 'RA log: create' });
  await expect(details.getByText('Hayman')).toBeVisible();
  await expect(details).not.toContainText(secret);
  await details.getByRole('button', { name: 'Reveal' }).click();
  await expect(details).toContainText(secret);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Hide' }).click();
  await expect(details).not.toContainText(secret);
  await page.keyboard.press('Escape');
  await expectAccessibleInBoth(page);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await started).suggestedFilename()).toMatch(/^audit.*\.csv$/);

  // The address carries the filters: Back and a reload keep them.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await page.goto(`${path}?person=it@sawtooth.example&action=audit-entry`);
  await expect(page.getByRole('button', { name: 'Audit entry: reveal' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Audit entry: read' }).first()).toBeVisible();
  await page.goto(`${path}?person=it@sawtooth.example&action=audit-log`);
  await expect(page.getByRole('button', { name: 'Audit log: export' }).first()).toBeVisible();
});
