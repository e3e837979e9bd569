/// <reference lib="dom" />
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { base, send } from './setup/funding.ts';
import { answerSafety } from './setup/rounds.ts';
import { expect, expectAccessible, message, signIn, test } from './setup/story.ts';

const assistants = '/departments/residence-life/resident-assistants';
const pages = [
  ['reslife', `${assistants}/logs`],
  ['reslife', `${assistants}/board`],
  ['it', '/departments/information-technology/redirects'],
  ['it', '/departments/information-technology/people'],
] as const;

for (const [name, path] of pages) {
  test(`printed from a dark screen ${path} is dark ink on white paper`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, name, path);
    await expect(page.getByRole('listitem').or(page.getByRole('row')).nth(3)).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await expectAccessible(page);
    const ink = await page
      .getByRole('heading', { level: 1 })
      .evaluate((title) => getComputedStyle(title).color);
    expect(ink).toBe('rgb(0, 0, 0)');
  });
}

test('printed, a log has the whole width and all of its text', { tag: '@long' }, async ({ page }) => {
  const lines = Array.from({ length: 30 }, (_, line) => `Line ${line}`);
  await signIn(page, 'ra', `${assistants}/logs/add`);
  await page.getByRole('radio', { name: 'Finney' }).check();
  await answerSafety(page);
  await page.getByRole('textbox', { name: 'Reports' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Submit log' }).click();
  await expect(message(page, 'Log submitted')).toBeVisible();

  // What is printed has the server's time, even if the clock of the device is wrong.
  await page.clock.setSystemTime(new Date('2001-06-01'));
  await signIn(page, 'reslife', `${assistants}/logs?building=Finney`);
  const log = page.getByRole('article').filter({ hasText: 'Line 29' });
  await expect(log.getByText('Line 29')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const { width } = (await log.boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(1_300);
  const note = page.getByText(/^\w+day, .+ M[SD]T\s· Building: Finney$/);
  await expect(note).toBeVisible();
  await expect(note).not.toContainText('2001');
  const text = log.getByText('Line 29');
  const hidden = await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
});

test('printed on Letter paper, a table keeps its rows, and long addresses wrap', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 720, height: 960 });
  const path = '/departments/information-technology/redirects';
  await signIn(page, 'it', path);
  const longUrl = `https://www.sawtooth.example/${'printed'.repeat(40)}`;
  const added = await page.request.post('/api/redirects', {
    data: { shortUrl: 'printed-long', longUrl, expirationDate: null },
    headers: { origin: baseURL ?? '' },
  });
  expect(added.status()).toBe(201);
  await page.goto(`${path}?search=printed-long`);
  const row = page.getByRole('row').filter({ hasText: 'printed-long' });
  await expect(row).toContainText('printedprinted');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/\s· Search: printed-long$/)).toBeVisible();
  expect(await row.evaluate((element) => getComputedStyle(element).display)).toBe('table-row');
  const [address] = await row.getByText('printedprinted').all();
  const { height = 0 } = (await address?.boundingBox()) ?? {};
  expect(height).toBeGreaterThan(30);
  const title = page.getByRole('columnheader', { name: 'Expiration Date' });
  expect((await title.boundingBox())?.height).toBeLessThan(30);
  const link = row.getByRole('link');
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('none');
  expect(await address?.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('printed, a column with room to spare is wider than its title', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 960 });
  await signIn(page, 'it', '/departments/information-technology/people');
  const row = page.getByRole('row').filter({ hasText: 'volunteer@sawtooth.example' });
  await expect(row).toContainText('sgrpVolunteers');
  await page.emulateMedia({ media: 'print' });
  // Its name and address are on one line each.
  expect((await row.boundingBox())?.height).toBeLessThan(36);
});

test('printed, an email address that is too long for its column is split before the @', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 960 });
  await signIn(page, 'volunteer');
  await signIn(page, 'it', '/departments/information-technology/audit');
  await expect(page.getByRole('cell', { name: 'volunteer@sawtooth.example' }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const lines = await page.getByRole('table').evaluate((table) => {
    const found: number[] = [];
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (!texts.currentNode.textContent?.startsWith('@')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      found.push(range.getClientRects().length);
    }
    return found;
  });
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('printed, when a link has expired is not a word on each line', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 960 });
  await signIn(page, 'it', '/departments/information-technology/redirects?state=expired');
  const row = page.getByRole('row').filter({ hasText: 'alumni-survey' });
  await expect(row).toContainText('Expired');
  await page.emulateMedia({ media: 'print' });
  expect((await row.boundingBox())?.height).toBeLessThan(52);
});

test('printed, an application has its total, even if others pay for everything', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'staff');
  const costs = ['publicTransportationCosts', 'collegeMotorPoolCost', 'localTransportationCosts'];
  const others = ['personalCarMileage', 'housingCosts', 'registrationFee', 'mealCosts', 'miscCosts'];
  const { _id: id } = await send(
    page,
    'POST',
    '/apply',
    {
      department: 'Library',
      titleOfProfessionalMeeting: 'A workshop nearby',
      startDateOfProposedActivity: '2099-03-02',
      endDateOfProposedActivity: '2099-03-03',
      conferenceLink: 'none',
      conferenceOrWorkshopAttendance: true,
      briefNarrativeOfProposedActivities: 'I will learn to bind books.',
      ...Object.fromEntries([...costs, ...others].map((name) => [name, 10])),
      amountOfAboveExpensesPaidFromOtherSources: 80,
      currentYearReceivedFunding: 0,
    },
    baseURL,
  );
  await page.goto(`${base}/application/${id}/edit`);
  const total = page.getByRole('row', { name: 'Total amount' });
  await expect(total).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(total).toContainText('$0.00');
  await expect(total).toBeVisible();
});

test('printed, the funding statistics say which year they are for', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'it', `${base}/figures`);
  const years = page.getByRole('combobox', { name: 'Fiscal year' });
  const year = (await years.getByRole('option').last().textContent()) ?? '';
  await years.selectOption(year);
  await expect(page).toHaveURL(/year=/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(year, { exact: true }).and(page.locator('p'))).toBeVisible();
});

test('printed, every quiz has its two charts, and none is cut off at the edge of the paper', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'faculty', '/integrations/canvas/my-grade-files');
  const term = page.getByRole('row').filter({ hasText: 'Spring' });
  await term.getByRole('link', { name: 'MAT-121-01' }).click();
  await expect(page.getByRole('figure', { name: 'After retakes' })).toHaveCount(1);
  const quizzes = await page.getByRole('heading', { level: 2 }).count();
  // A browser draws the paper right after the event, without a moment in which anything could be measured again.
  const charts = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    document.body.style.width = '30rem';
    return Array.from(document.querySelectorAll('figure'), (figure) => {
      const drawn = figure.querySelector('svg');
      if (drawn === null) return 'nothing is drawn';
      const paper = figure.getBoundingClientRect();
      return drawn.getBoundingClientRect().right > paper.right + 1 ? 'cut off' : 'all of it';
    });
  });
  expect(charts).toEqual(Array.from({ length: quizzes * 2 }, () => 'all of it'));
});

test('printed, no chart of the board is on another page than its title', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'reslife', `${assistants}/board`);
  await expect(page.getByRole('figure')).toHaveCount(5);
  const first = (await page.getByRole('figure').first().locator('svg text').allTextContents()).find((word) =>
    /^[A-Z][a-z]+ \d+$/.test(word),
  );
  // Papers of several lengths: each ends somewhere else.
  for (const height of ['8in', '9in', '10in', '11in']) {
    const data = new Uint8Array(await page.pdf({ width: '8.5in', height }));
    const printed = await getDocument({ data }).promise;
    for (let number = 1; number <= printed.numPages; number += 1) {
      const { items } = await (await printed.getPage(number)).getTextContent();
      const words = items.map((item) => ('str' in item ? item.str : ''));
      const drawn = words.filter((word) => word === first);
      expect(words.filter((word) => / in all$/.test(word))).toHaveLength(drawn.length);
    }
  }
});

test('printed, a ticket is what was written, without the form for a reply', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', '/departments/information-technology/tickets');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await expect(answer).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeHidden();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('printed with a panel open, it is the panel alone, dark on white, with all of it', {
  tag: '@long',
}, async ({ page }) => {
  const path = '/departments/information-technology/redirects';
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'it', path);
  const row = page.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await row.getByRole('button').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.setViewportSize({ width: 720, height: 500 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(row).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  const drawn = await panel.evaluate((dialog) => {
    const { width, height } = dialog.getBoundingClientRect();
    return { width, cut: dialog.scrollHeight - height, color: getComputedStyle(dialog).color };
  });
  expect(drawn).toMatchObject({ width: 720, color: 'rgb(0, 0, 0)' });
  expect(drawn.cut).toBeLessThan(1);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(row).toBeVisible();
});
