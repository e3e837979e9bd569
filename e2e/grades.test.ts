/// <reference lib="dom" />
import { keptBy } from './setup/kept-by.ts';
import { expect, expectAccessible, expectAccessibleInBoth, message, signIn, test } from './setup/story.ts';

const files = '/integrations/canvas/my-grade-files';

test('faculty upload a term of grades, see retakes work, and undo; nothing is left on the computer after signing out', async ({
  page,
}, info) => {
  await signIn(page, 'faculty');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: 'Canvas' }).click();
  await navigation.getByRole('link', { name: 'Upload Grades' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload Grades');
  const choose = async (button: string, name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await download.saveAs(info.outputPath(name));
    await page.getByLabel(/^CSV file/).setInputFiles(info.outputPath(name));
    await page.getByRole('button', { name: 'Show what would change' }).click();
  };
  await choose('A file with mistakes to try', 'bad.csv');
  const wrong = page.getByRole('region', { name: 'Rows to fix' });
  await expect(wrong).toContainText('This is not a score. Enter a number, EX, or nothing.');
  await expect(page.getByRole('alert')).toContainText('Nothing was saved');
  await page.setViewportSize({ width: 360, height: 740 });
  const left = async (button: string) =>
    (await page.getByRole('button', { name: button }).locator('svg').boundingBox())?.x ?? 0;
  expect(Math.abs((await left('Download this list')) - (await left('A good file to try')))).toBeLessThan(3);
  await expectAccessible(page);

  await choose('A good file to try', 'good.csv');
  const preview = page.getByRole('region', { name: 'What would change' });
  await expect(preview).toContainText('Fall 2026: a new grade file with 2 sections. Nothing is saved yet.');
  await expectAccessible(page);
  await page.getByRole('link', { name: /, home$/ }).click();
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save grades' }).click();
  await expect(message(page, 'Grades of Fall 2026 saved')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === files);
  const row = page.getByRole('row').filter({ hasText: 'MAT-121-02' });
  await expectAccessible(page);
  await row.getByRole('link', { name: 'MAT-121-01' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MAT-121-01');
  await expect(page.getByRole('row').filter({ hasText: 'Abara, Chidi' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('heading', { name: 'Quiz 4' }).click();
  await expect(page.getByRole('figure', { name: 'After retakes' })).toHaveCount(2);
  await expectAccessibleInBoth(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export for Canvas' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('grades-fall-2026-mat-121-01-canvas.csv');

  await page.goBack();
  await row.getByRole('button', { name: 'History of Fall 2026' }).click();
  const history = page.getByRole('dialog', { name: 'History of Fall 2026' });
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this upload?' })
    .getByRole('button', { name: 'Undo upload' })
    .click();
  await expect(message(page, 'Upload undone')).toBeVisible();
  await expect(history.getByText('Undone', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('None: the upload was undone.')).toBeVisible();
});

test('a Canvas gradebook that only the server recognizes can be given its term', { tag: '@long' }, async ({
  page,
}) => {
  await page.route('**/rules', (route) => route.fulfill({ status: 500 }));
  await signIn(page, 'faculty', '/integrations/canvas/upload-grades');
  const content =
    'Student Name,Student ID,SIS User ID,Section,Quiz 1 (811)\nPoints Possible,,,,100\n"Abara, Chidi",71,900100,MAT-121-01,80\n';
  await page.getByLabel(/^CSV file/).setInputFiles({
    name: 'gradebook.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  const send = page.getByRole('button', { name: 'Show what would change' });
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The terms could not be loaded' })).toBeVisible();
  await page.unroute('**/rules');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A gradebook from Canvas does not include the term. Choose it.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^Term/).selectOption('Fall');
  await send.click();
  await expect(page.getByRole('region', { name: 'What would change' })).toContainText('MAT-121-01');
});

test('what another tab has saved since a preview is not replaced unseen', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'faculty', '/integrations/canvas/upload-grades');
  const table = (score: number) =>
    Buffer.from(
      `term,year,section,quiz,student_name,student_id,original\nSpring,2019,MAT-090-01,Quiz 1,Ada,1,${score}\n`,
    );
  await page
    .getByLabel(/^CSV file/)
    .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: table(70) });
  await page.getByRole('button', { name: 'Show what would change' }).click();
  const preview = page.getByRole('region', { name: 'What would change' });
  await expect(preview).toContainText('a new grade file');
  const saved = await page.request.post('/api/canvas/mat/grades', {
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
    multipart: { file: { name: 'other.csv', mimeType: 'text/csv', buffer: table(80) } },
  });
  expect(saved.status()).toBe(201);
  await page.getByRole('button', { name: 'Save grades' }).click();
  await expect(page.getByRole('alert')).toContainText('Check again what would change.');
  await expect(preview).toBeHidden();
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await expect(preview).toContainText('changes your grade file in 1 section');
  await page.getByRole('button', { name: 'Save grades' }).click();
  await expect(message(page, 'Grades of Spring 2019 saved')).toBeVisible();
});

test('K05: after signing out, Back shows no grades, and the browser keeps none', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', files);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('row').filter({ hasText: 'Spring' }).getByRole('link', { name: 'MAT-121-01' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Abara, Chidi' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Abara, Chidi' })).toBeVisible();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await keptBy(page)).not.toMatch(/Abara|900100|MAT-121/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who would you like to be?');
  expect(await page.content()).not.toMatch(/Abara|900100/);
});
