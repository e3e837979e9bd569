import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const base = '/departments/residence-life/resident-assistants';

for (const width of [360, 1440]) {
  test(`a volunteer finds a person in the employee directory by keyboard, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'volunteer', '/organization/employee-directory');
    await expect(page).toHaveTitle('Quad | Employee Directory');
    await expect(page.getByRole('status').first()).toHaveText(/ people in 22 departments$/);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search by name' }).focus();
    await page.keyboard.type('thornwell iris');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/name=thornwell\+iris/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Information Technology']);
    await expect(page.getByText('Director of IT')).toBeVisible();
    await expect(page.getByRole('link', { name: 'it@sawtooth.example' })).toHaveAttribute(
      'href',
      'mailto:it@sawtooth.example',
    );
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Department' }).selectOption('Library');
    await expect(page.getByText('No one found')).toBeVisible();
    await page.getByRole('button', { name: 'Show everyone' }).click();
    await expect(page).toHaveURL(/employee-directory$/);
    await expect(page.getByText('Director of IT')).toBeHidden();
    // Closed departments are printed with everyone in them.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.getByText('Director of IT')).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page.getByText('Director of IT')).toBeHidden();
    await page.locator('summary', { hasText: 'Information Technology' }).press('Enter');
    await expect(page.getByText('Director of IT')).toBeVisible();
  });
}

test('IT sees that a file would remove nearly everyone, and discards it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/api/directory/state', (route) => route.fulfill({ status: 500 }));
  await signIn(page, 'it', '/departments/information-technology/directory');
  await expect(page.getByText('The state of the directory could not be loaded')).toBeVisible();
  await page.unroute('**/api/directory/state');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('240 employees and 1,800 students.')).toBeVisible();
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import the directory' });
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page);
  await form.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'key,givenName,familyName,kind\nE2001,Renamed,Person,employee\nE9001,Newly,Arrived,employee\n',
    ),
  });
  await form.getByRole('button', { name: 'Show what would change' }).click();
  await expect(form).toBeHidden();
  await expect(message(page, 'The file was read')).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Waiting for a decision' });
  await expect(waiting.getByRole('heading', { name: 'Check what would change' })).toBeVisible();
  await expect(waiting).toContainText('2,039 of 2,040 people (99%) would be removed.');
  await expect(waiting.getByRole('list', { name: 'Added, 1' })).toContainText('Newly Arrived');
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Discard' }).click();
  await expect(message(page, /The change was discarded/)).toBeVisible();
  await expect(waiting).toBeHidden();
  await expect(page.getByText('240 employees and 1,800 students.')).toBeVisible();

  // The smallest page in WCAG: one header line, and no address pushes its button out of its card.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/organization/students');
  await expect(page.getByRole('button', { name: /^Copy the email/ }).first()).toBeVisible();
  await expectAccessible(page);
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(70);
});

test('Residence Life assigns a follow-up to a colleague found by part of the name', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'reslife', '/');
  const filed = await page.request.post(`/api${base}/logs/add`, {
    data: { building: 'Finney', followUp: true, comments: 'Note: found by name' },
    headers: { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin' },
  });
  expect(filed.status()).toBe(201);
  await page.goto(`${base}/logs?page=1&pageSize=10&submittedBy=reslife%40`);
  const card = page.getByRole('article').filter({ hasText: 'Note: found by name' });
  await card.getByRole('button', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Assign the follow-up/ });
  await dialog.getByRole('combobox').fill('hale rosa');
  const found = page.getByRole('option', { name: /Rosalie Fenn Hale.*Director of Residence Life/ });
  await expect(found).toBeVisible();
  await expectAccessible(page);
  // By pointer: the list of a field in a dialog must not open behind it.
  await found.click();
  await expect(dialog.getByText('reslife@sawtooth.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Assigned to reslife@sawtooth.example');
});

test('an employee edits their page by keyboard, and a student sees what they share and says what is wrong', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, 'faculty', '/organization/employee-directory');
  await page.getByRole('link', { name: 'Your page' }).click();
  await expect(page).toHaveTitle('Quad | Felix Carraway');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit your page' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit your page' });
  await expect(form.getByLabel('Room')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Carver Hall 311');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText('Carver Hall 311')).toBeVisible();

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await signIn(visitor, 'student', '/organization/employee-directory?name=carraway');
  await visitor.getByRole('link', { name: 'Felix Carraway' }).click();
  await expect(visitor.getByText('Carver Hall 311')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Edit your page' })).toBeHidden();
  await visitor.getByRole('button', { name: 'Report a mistake' }).click();
  const report = visitor.getByRole('dialog', { name: 'Report a mistake about Felix Carraway' });
  await report.getByRole('button', { name: 'Send' }).click();
  await expect(report.getByText('Enter what is wrong.')).toBeVisible();
  await report.getByLabel('What is wrong, and what should it say?').fill('The room is 310.');
  await report.getByRole('button', { name: 'Send' }).click();
  await expect(message(visitor, /Thank you/)).toBeVisible();
  await visitor.goBack();
  await expect(visitor).toHaveURL(/name=carraway/);
  await context.close();
  // IT fixes what is wrong there.
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, 'it', '/organization/employee-directory?name=carraway');
  await desk
    .getByRole('main')
    .getByRole('link', { name: /Carraway/ })
    .first()
    .click();
  await desk.getByRole('button', { name: 'Edit this page' }).click();
  const mending = desk.getByRole('dialog', { name: /^Edit the page of / });
  await mending.getByLabel('Room').fill('Boone 12');
  await expectAccessible(desk);
  await mending.getByRole('button', { name: 'Save' }).click();
  await expect(message(desk, 'The page was saved')).toBeVisible();
  await expect(desk.getByText('Boone 12')).toBeVisible();
});

test('what someone chose on their phone stays when they save an older page', {
  tag: '@long',
}, async ({ page }) => {
  const path = '/organization/employee-directory/me';
  await signIn(page, 'faculty', path);
  const phone = await page.context().newPage();
  await phone.goto(path);
  const openForm = async (device: typeof page) => {
    await device.getByRole('button', { name: 'Edit your page' }).click();
    return device.getByRole('dialog', { name: 'Edit your page' });
  };
  const [older, newer] = [await openForm(page), await openForm(phone)];
  await newer.getByRole('radio', { name: 'Employees', exact: true }).check();
  await newer.getByLabel('Hours').fill('Mondays');
  await newer.getByRole('button', { name: 'Save' }).click();
  await expect(newer).toBeHidden();

  await older.getByLabel('Hours').fill('Tuesdays');
  await older.getByRole('button', { name: 'Save' }).click();
  await expect(older.getByRole('alert')).toContainText('Hours: Mondays');
  await expect(older.getByRole('radio', { name: 'Employees', exact: true })).toBeChecked();
  await older.getByRole('button', { name: 'Save' }).click();
  await expect(older).toBeHidden();
  await page.getByRole('button', { name: 'Edit your page' }).click();
  await expect(older.getByRole('radio', { name: 'Employees', exact: true })).toBeChecked();
  await expect(older.getByLabel('Hours')).toHaveValue('Tuesdays');
});
