import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

const logs = '/departments/residence-life/resident-assistants/logs';
const links = '/departments/information-technology/redirects';
const headers = { 'sec-fetch-site': 'same-origin' };

/** Runs if it is taken for anything but text; each starts with a word to find it by. */
const hostile = [
  'harm-1 <script>window.harmed = true</script>',
  'harm-2 <img src=x onerror="window.harmed = true">',
  'harm-3 "><svg onload="window.harmed = true">',
  'harm-4 <a href="javascript:window.harmed=true">x</a>',
  'harm-5 {{constructor.constructor("window.harmed = true")()}}',
  'harm-6 &lt;b&gt; &amp;amp; </article></main></body>',
  'harm-7 \u202etfel ot thgir\u202c \u2066 👩‍👩‍👧‍👦 مرحبا שלום 你好',
];
/** Words without a place to break, as long as a field allows. */
const overlong = {
  log: 'x'.repeat(5_000),
  target: `https://example.com/${'y'.repeat(2_028)}`,
  name: 'Z'.repeat(64),
};

const harmed = (page: Page) => page.evaluate(() => 'harmed' in window);

test('logs with hostile and overlong texts are read as they were written, on any screen', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it');
  for (const [index, text] of [overlong.log, ...hostile].entries()) {
    const data = {
      building: 'Anderson',
      followUp: index === 0,
      safetyConcerns: text,
      warnings: text,
      reports: text,
      comments: text,
    };
    const answer = await page.request.post(`/api${logs}/add`, { data, headers });
    expect(answer.status()).toBe(201);
    const { _id: id } = (await answer.json()).data;
    await page.request.post(`/api${logs.replace(/s$/, '')}/${id}/follow-up/closing`, {
      data: { closingNote: text },
      headers,
    });
  }
  await page.goto(`${logs}?page=1&pageSize=10`);
  for (const text of hostile) {
    const card = page
      .getByRole('article')
      .filter({ hasText: text.slice(0, 6) })
      .first();
    await expect(card).toBeVisible();
    await expect(card).toContainText(text.slice(0, 30));
    await expect(card.locator('img, script, iframe, a[href^="javascript:"]')).toHaveCount(0);
  }
  await expect(page.getByText('xxxxxxxxxx').first()).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  expect(await harmed(page)).toBe(false);
});

test('links with hostile and overlong addresses are read as they were written, on any screen', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it');
  const add = (shortUrl: string, longUrl: string) =>
    page.request.post('/api/redirects', { data: { shortUrl, longUrl }, headers });
  expect((await add(overlong.name, overlong.target)).status()).toBe(201);
  for (const [index, text] of hostile.entries()) {
    const longUrl = `https://example.com/?q=${encodeURIComponent(text)}#${text.replace(/[\s\p{Cf}]/gu, '')}`;
    expect((await add(`harm-link-${index}`, longUrl)).status()).toBe(201);
  }
  await page.goto(links);
  await expect(page.getByRole('table')).toContainText('harm-link-0');
  await expect(page.getByRole('table')).toContainText('ZZZZ');
  await expect(page.locator('table').locator('script, iframe, a[href^="javascript:"]')).toHaveCount(0);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  expect(await harmed(page)).toBe(false);
});

test('names of 200 letters without a place to break push nothing out of reach', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it');
  const rename = (address: RegExp, change: (row: object, index: number) => object) =>
    page.route(address, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, data: body.data.map(change) } });
    });
  const name = 'W'.repeat(200);
  await rename(/\/api\/people\/directory\?/, (row) => ({ ...row, name, title: name }));
  await rename(/\/api\/departments$/, (row, index) => (index === 0 ? { ...row, name } : row));
  await rename(/\/api\/find\?/, () => ({
    id: 'people.accounts',
    title: 'People',
    results: [{ key: 'a', title: name, about: name, link: '/' }],
  }));

  await page.goto('/departments/information-technology/people?who=directory');
  const lastHeading = page.getByRole('columnheader', { name: 'Key' });
  await expect(page.getByRole('table')).toContainText(name);
  await lastHeading.scrollIntoViewIfNeeded();
  await expect(lastHeading).toBeInViewport();
  // The heading above its buttons is heard, not seen.
  await rename(/\/api\/.+\/approvers$/, (row) => ({ ...row, fullName: name }));
  await page.goto('/committees/faculty-growth-development/manage/approvers');
  await expect(page.getByRole('table')).toContainText(name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.goto('/organization/employee-directory');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sawtooth');
  const found = page.getByRole('option').getByText(name).first();
  await expect(found).toBeVisible();
  expect(await found.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
});

test('a long file name takes no room from the other columns, on a screen and on paper', {
  tag: '@long',
}, async ({ page }) => {
  const long = 'A poster about the spring concert of the choir, '.repeat(5);
  await signIn(page, 'mailroom', '/departments/mail-copy-center/poster-queue');
  const row = page.getByRole('row').filter({ hasText: 'dark-skies.pdf' });
  const heights = async () => {
    await expect(row).toBeVisible();
    const onScreen = (await row.boundingBox())?.height;
    await page.setViewportSize({ width: 720, height: 960 });
    await page.emulateMedia({ media: 'print' });
    const onPaper = (await row.boundingBox())?.height;
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
    return { onScreen, onPaper };
  };
  const before = await heights();
  await page.route(/\/api\/.+\/poster-queue\?/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({
      response,
      json: {
        ...rest,
        data: data.map((one: object, index: number) => ({
          ...one,
          ...(index === 0 && { fileName: `${long}.pdf` }),
        })),
      },
    });
  });
  await page.reload();
  await expect(page.getByRole('table')).toContainText(long.trim());
  expect(await heights()).toEqual(before);
});

test("a name in Hebrew doesn't pull a number next to it along", { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'faculty');
  await page.route(/\/api\/canvas\/grades\?/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const [file, ...others] = data;
    const sections = [{ label: 'שלום', quizzes: 3, students: 8 }];
    await route.fulfill({ response, json: { ...rest, data: [{ ...file, sections }, ...others] } });
  });
  await page.goto('/integrations/canvas/my-grade-files');
  const name = page.getByRole('link', { name: 'שלום' });
  // The name, and the number after it: where each is drawn.
  const [end, start] = await name.evaluate((link) => {
    const number = document.createRange();
    number.setStart(link.parentElement?.querySelector('span')?.firstChild ?? link, 0);
    number.setEnd(number.startContainer, 1);
    return [link.getBoundingClientRect().right, number.getBoundingClientRect().left];
  });
  expect(start).toBeGreaterThan(end);
});
