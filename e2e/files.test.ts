import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hold, message, signIn, test } from './setup/story.ts';

const megabytes = (count: number) => randomBytes(count * 1024 * 1024);

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('IT publishes a file to two groups; they have it and others do not; versions, delete, undo, withdraw', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'it', '/files/upload');
  await expect(page).toHaveTitle('Quad | Upload File');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByLabel(/^File/)).toHaveAccessibleDescription('Choose a file.');
  await expect(page.getByLabel('Group', { exact: true })).toHaveAccessibleDescription('Enter a group.');
  await expectAccessible(page);

  await chooseFile(page, 'Story handbook.bin', megabytes(30));
  await page.getByLabel('Owner type').selectOption('Department');
  await page.getByLabel('Content type').selectOption('Guide');
  await page.getByLabel('Department name').fill('Registrar');
  await page.getByLabel('Group', { exact: true }).fill('Domain-Faculty');
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByRole('combobox', { name: 'Group 2' }).fill('domain-business');
  await expect(page.getByText('You will not be able to download it yourself.')).toBeVisible();

  // A connection so slow that the upload is seen, canceled, and sent again without choosing the file once more.
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 2_000_000 });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(/MB of 30\.0 MB, .*\/s, .* left/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByText(/The upload was canceled/)).toBeVisible();
  await expect(page.getByLabel('Department name')).toHaveValue('Registrar');
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(message(page, 'File published')).toBeVisible();
  const published = page.getByRole('region', { name: 'Published' });
  await expect(published).toContainText('For faculty and Domain-Business.');
  const link = ((await published.getByText(/^http/).textContent()) ?? '').trim();
  await expectAccessible(page);

  const faculty = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(faculty, 'faculty', '/files/my-files');
  const started = faculty.waitForEvent('download');
  await faculty.getByRole('link', { name: 'Download Story handbook.bin' }).click();
  expect((await started).suggestedFilename()).toBe('Story handbook.bin');
  await expectAccessible(faculty);

  const student = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(student, 'student', '/files/my-files');
  await expect(student.getByRole('table')).toBeVisible();
  await expect(student.getByText('Story handbook.bin')).toHaveCount(0);
  const refused = await student.goto(link);
  expect(refused?.status()).toBe(403);
  await expect(student.getByText(/This file is for other people/)).toBeVisible();
  await expect(student.getByText(/handbook|Faculty/)).toHaveCount(0);
  await expectAccessible(student);

  await published.getByRole('link', { name: 'Story handbook.bin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Story handbook.bin' })).toBeVisible();
  await expect(page.getByText('Felix Carraway')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a new version' }).click();
  await chooseFile(page, 'second.bin', Buffer.from('the second version'));
  // The response to the first try is lost: the dialog keeps the file and says so, and the next try adds nothing.
  await page.route('**/api/files/*/versions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('row', { name: /^2 Current/ })).toBeAttached();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('safe to send it again');
  await page.unroute('**/api/files/*/versions');
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(message(page, 'Version 2 published')).toBeVisible();
  expect(await (await faculty.request.get(link)).text()).toBe('the second version');
  await expect(page.getByRole('row', { name: /^2 Current/ })).toBeVisible();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^Deleted by Iris Thornwell on/)).toBeVisible();
  expect((await faculty.request.get(link)).status()).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message(page, 'Story handbook.bin is published again')).toBeVisible();
  expect((await faculty.request.get(link)).status()).toBe(200);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText(/^Withdrawn by Iris Thornwell on/)).toBeVisible();
  expect((await faculty.request.get(link)).status()).toBe(404);
  await expectAccessible(page);
});

/** Publishes a small file and opens its page. */
async function openPublished(
  page: Page,
  origin = '',
  { name, ownerType }: { name: string; ownerType: string },
): Promise<void> {
  const published = await page.request.post('/api/files/upload', {
    headers: { origin },
    multipart: {
      ...{ ownerType, contentType: 'Resource', adGroups: 'Domain-Staff' },
      file: { name, mimeType: 'text/plain', buffer: Buffer.from(name) },
    },
  });
  await page.goto(`/files/manage/${(await published.json()).data._id}`);
}

test('deleting a file for good says that it was done, although the dialog leaves with its page', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await signIn(page, 'it');
  await openPublished(page, baseURL, { name: 'Story mistake.txt', ownerType: 'Automation' });
  await page.getByRole('button', { name: 'Delete for good' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete for good?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Published by mistake');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/files/manage');
  await expect(message(page, 'Deleted Story mistake.txt for good')).toBeVisible();
});

test('a button that is pressed again before the page shows what it did does nothing', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await signIn(page, 'it');
  await openPublished(page, baseURL, { name: 'Story twice.txt', ownerType: 'IT' });
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  const again = page.getByRole('button', { name: 'Publish again' });
  await expect(again).toBeVisible();
  const goOn = await hold(page, '**/api/files/*/details');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/restoration')) sent += 1;
  });
  await again.click();
  await expect(message(page, 'Story twice.txt is published again')).toBeVisible();
  await again.click();
  goOn();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect(sent).toBe(1);
  await expect(message(page, 'Nothing was changed')).toHaveCount(0);
});

test('a file that already exists becomes a new version with one press', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', '/files/upload');
  for (const version of [1, 2]) {
    await chooseFile(page, 'Story minutes.txt', Buffer.from(`version ${version}`));
    await page.getByLabel('Owner type').selectOption('IT');
    await page.getByLabel('Content type').selectOption('Report');
    await page.getByLabel('Everyone who is signed in').check();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    if (version === 2) await page.getByRole('button', { name: 'Add as a new version' }).click();
    await expect(message(page, version === 1 ? 'File published' : 'Version 2 published')).toBeVisible();
  }
});

test('someone who leaves while an upload is checked is not asked about it on another page', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', '/files/upload');
  await chooseFile(page, 'Story agenda.txt', Buffer.from('Items'));
  await page.getByLabel('Owner type').selectOption('IT');
  await page.getByLabel('Content type').selectOption('Report');
  await page.getByLabel('Group', { exact: true }).fill('Domain-Nobody');
  const letGo = await hold(page, '**/api/files/check?*');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('banner').getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  letGo();
  await expect(message(page, 'Check the spelling of these groups.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('IT finds files by name and group, by keyboard, and on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'it', '/files');
  await page.getByRole('link', { name: /^File Management/ }).click();
  await expect(page.getByText('Uploads are not checked for viruses: no scanner is set up.')).toBeVisible();
  await page.getByLabel('Search filenames').fill('evacuation');
  await expect(page).toHaveURL(/originalFilename=evacuation/);
  await expect(page.getByRole('link', { name: /Evacuation Map/ }).first()).toBeVisible();
  await page.getByLabel('Search filenames').fill('');
  await page.getByLabel('Group', { exact: true }).selectOption('Domain-FGD');
  await expect(page.getByText('FGD Awards 2025.csv')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'FGD Awards 2025.csv' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'FGD Awards 2025.csv' })).toBeFocused();
  await expectAccessible(page);
});
