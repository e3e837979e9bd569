/// <reference lib="dom" />
import { add, filed } from './setup/rounds.ts';
import { expect, expectAccessible, message, phoneOptions, signIn, test } from './setup/story.ts';

const smallest = 360;

test('an RA files an honest log with one hand', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    ...phoneOptions(smallest, 640),
  });
  const page = await context.newPage();
  await signIn(page, 'ra', add);
  const submit = page.getByRole('button', { name: 'Submit log' });
  const question = (name: string) => page.getByRole('radiogroup', { name });
  await expect(submit).toBeInViewport({ ratio: 1 });

  // The previous round is collapsed below the questions: choosing a building moves none of them.
  const above = (await question('Extinguishers Secure').boundingBox())?.y;
  await page.getByRole('radio', { name: 'Hayman' }).tap();
  const before = page.getByRole('button', { name: 'The previous round' });
  await expect(before).toHaveAttribute('aria-expanded', 'false');
  expect((await question('Extinguishers Secure').boundingBox())?.y).toBe(above);
  await expect(question('Extinguishers Secure').locator(':checked')).toHaveCount(0);
  await before.tap();
  await expect(page.getByRole('region', { name: 'The previous round in Hayman' })).toContainText(
    /by|no logs/,
  );
  await before.tap();
  await question('Extinguishers Secure').getByText('Yes').tap();
  await expectAccessible(page);

  // A pasted address has no space to break at, and must not make the form wider than the phone.
  const comments = page.getByRole('textbox', { name: 'Comments' });
  await comments.fill(`https://www.sawtooth.example/${'rounds'.repeat(60)}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallest);
  await expect(submit).toBeInViewport({ ratio: 1 });

  // One thing was forgotten, and would be filed as an alarm.
  await comments.fill('One hand: all quiet.');
  await submit.tap();
  const dialog = page.getByRole('dialog', { name: 'One question has no answer' });
  await expect(dialog).toContainText('Exit Doors Closed will be filed as No.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Answer it' }).tap();
  await expect(question('Exit Doors Closed').getByRole('radio', { name: 'Yes' })).toBeFocused();
  expect(await filed(context, 'One hand: all quiet.')).toEqual([]);
  await question('Exit Doors Closed').getByText('Yes').tap();
  await submit.tap();
  await expect(message(page, 'Log submitted')).toBeVisible();
  expect(await filed(context, 'One hand: all quiet.')).toMatchObject([
    { building: 'Hayman', fireExtinguishers: true, exitDoors: true, followUp: false },
  ]);
  await context.close();
});

test('questions without an answer can be filed as No, and answers survive a reload', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, 'ra', add);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(page.getByText('Choose a building.')).toBeVisible();
  await page.getByRole('radio', { name: 'Finney' }).check();
  await page.getByRole('textbox', { name: 'Comments' }).fill('Filed as No');
  const doors = page.getByRole('radiogroup', { name: 'Exit Doors Closed' });
  await doors.getByRole('radio', { name: 'No' }).check();
  await page.reload();
  await expect(doors.getByRole('radio', { name: 'No' })).toBeChecked();
  await expect(
    page.getByRole('radiogroup', { name: 'Extinguishers Secure' }).locator(':checked'),
  ).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit as No' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();
  expect(await filed(context, 'Filed as No')).toMatchObject([{ fireExtinguishers: false, exitDoors: false }]);
});

for (const [person, path, open] of [
  ['ra', add, ''],
  ['reslife', add.replace('/add', ''), 'Filters'],
  ['it', '/departments/information-technology/redirects', 'Add URL'],
  ['it', '/departments/information-technology/people', ''],
] as const) {
  test(`no field of ${path} is smaller than 16 px on a phone, which iOS would zoom into`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: smallest, height: 740 });
    await signIn(page, person, path);
    if (open !== '') await page.getByRole('button', { name: new RegExp(`^${open}`) }).click();
    const fields = page.locator('input:not([type=radio], [type=checkbox], [type=file]), select, textarea');
    await expect(fields.filter({ visible: true }).first()).toBeVisible();
    const sizes = await fields.evaluateAll((all) =>
      all.map((field) => [field.getAttribute('name') ?? field.ariaLabel, getComputedStyle(field).fontSize]),
    );
    expect(sizes.filter(([, size]) => Number.parseFloat(String(size)) < 16)).toEqual([]);
  });
}

test('nor on a phone that is held sideways', { tag: '@long' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    ...phoneOptions(844, 390),
  });
  const page = await context.newPage();
  await signIn(page, 'it', '/departments/information-technology/people');
  const fields = page.locator('main :is(input:not([type=radio], [type=checkbox]), select)');
  await expect(fields.first()).toBeVisible();
  const sizes = await fields.evaluateAll((all) => all.map((field) => getComputedStyle(field).fontSize));
  expect(sizes.filter((size) => Number.parseFloat(size) < 16)).toEqual([]);
  await context.close();
});

test('a finger opens a row by the room around its title, too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    ...phoneOptions(smallest, 740),
  });
  const page = await context.newPage();
  await signIn(page, 'student', '/support/tickets');
  const title = page.getByRole('rowheader').getByRole('link').first();
  await title.scrollIntoViewIfNeeded();
  const isHit = await title.evaluate((link) => {
    const { x, y, height } = link.getBoundingClientRect();
    return [-20, 20].map((away) => link.contains(document.elementFromPoint(x + 20, y + height / 2 + away)));
  });
  expect(isHit).toEqual([true, true]);
  await context.close();
});

test('how far an upload is shows also when its button was at the end of the window', async ({ page }) => {
  await page.setViewportSize({ width: smallest, height: 740 });
  await signIn(page, 'student', '/support/submit-help-desk-ticket');
  await page.getByLabel('Subject').fill('One hand: a photo');
  await page.getByLabel('Description').fill('The door does not close.');
  await page
    .getByLabel(/^Attachments/)
    .setInputFiles({ name: 'door.txt', mimeType: 'text/plain', buffer: Buffer.alloc(2_000_000, 'open ') });
  // Progress is reported only while something is sent.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 50_000,
  });
  const submit = page.getByRole('button', { name: 'Submit ticket' });
  await submit.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight));
  await submit.click();
  const cancel = page.getByRole('button', { name: 'Cancel upload' });
  await expect(cancel).toBeInViewport({ ratio: 1 });
  await cancel.click();
  await expect(page.getByText(/^The upload was canceled\./)).toBeVisible();
});

for (const [person, path, name, words] of [
  ['faculty', '/integrations/canvas/my-grade-files', /^History of/, 'History'],
  ['mailroom', '/account/sessions', /^Sign out .* on /, 'Sign out'],
] as const) {
  test(`“${words}” in a row says so on a phone, and begins where the values above it begin`, {
    tag: '@long',
  }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      ...phoneOptions(smallest, 740),
    });
    const page = await context.newPage();
    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    await signIn(await other.newPage(), person, '/support');
    await signIn(page, person, path);
    const button = page.getByRole('table').getByRole('button', { name }).first();
    await expect(button).toHaveText(words);
    const { icon, label, height } = await button.evaluate((element) => ({
      icon: element.querySelector('svg')?.getBoundingClientRect().x,
      label: element.closest('tr')?.querySelector('td > span')?.getBoundingClientRect().x,
      height: element.getBoundingClientRect().height,
    }));
    expect(Math.abs((icon ?? 0) - (label ?? 0))).toBeLessThan(1.5);
    expect(height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await other.close();
    await context.close();
  });
}
