import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { parse, stringify } from 'yaml';
import { attachEmbeddedPostgres } from '../src/platform/server/db/embedded/attach.ts';
import { ScriptedHttp } from '../src/platform/server/testing/scripted-http.ts';
import { outsideSite } from './setup/outside-site.ts';
import { startOwnPortal } from './setup/own-portal.ts';
import { expect, expectAccessible, signIn, test } from './setup/story.ts';

/** A portal that checks targets at one host, which is a test's own: nothing goes out. */
const site = new ScriptedHttp();
let stopQuad: () => Promise<void>;
let database: pg.Client;
let campus: string;

test.beforeAll(async () => {
  const { port } = new URL(await site.open());
  campus = mkdtempSync(path.join(os.tmpdir(), 'quad-link-checks-'));
  cpSync('campus', campus, { recursive: true });
  const file = path.join(campus, 'tools', 'short-links.yaml');
  const settings = { ...parse(readFileSync(file, 'utf8')), checkedHosts: [outsideSite.host] };
  writeFileSync(file, stringify(settings));
  stopQuad = await startOwnPortal({
    QUAD_CAMPUS: campus,
    STORY_SITE_PORT: port,
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('e2e/setup/outside-site.ts'))}`,
  });
  const { connection } = await attachEmbeddedPostgres({ dataFolder: process.env.STORIES_DATA ?? '' });
  database = new pg.Client(connection);
  await database.connect();
});
test.afterAll(async () => {
  await database.end();
  await stopQuad();
  await site.close();
  rmSync(campus, { recursive: true });
});

/** The job of the next night, now. */
async function oneNightLater(): Promise<void> {
  await database.query(`update short_link_checks set checked_at = checked_at - interval '1 day'`);
  const added = await database.query(
    `insert into jobs.job (name, data, expire_seconds) values ('short-links.check-targets', '{}', 600) returning id`,
  );
  await expect(async () => {
    const { rows } = await database.query(`select state from jobs.job where id = $1`, [added.rows[0].id]);
    expect(rows).toEqual([{ state: 'completed' }]);
  }).toPass();
}

test('a link whose page is gone waits on the home page, is found in the list, and is fine once the page is back', {
  tag: '@long',
}, async ({ browser }) => {
  let status = 404;
  site.answer = (response, { request }) =>
    response.writeHead(request.url === '/open-house' ? status : 200).end();
  const context = await browser.newContext({ baseURL: process.env.STORIES_URL ?? '' });
  const page = await context.newPage();
  await signIn(page, 'it', '/departments/information-technology/redirects');
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add URL' });
  await dialog.getByLabel('Short URL').fill('open-day');
  await dialog.getByLabel('Long URL').fill(`http://${outsideSite.host}/open-house`);
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog).toBeHidden();
  await oneNightLater();

  await page.goto('/');
  await page.getByRole('button', { name: /^Show all/ }).click();
  await page.getByRole('link', { name: /Correct a short link with a broken target/ }).click();
  const row = page.getByRole('row').filter({ hasText: '/r/open-day' });
  await expect(row).toContainText('Broken target');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.getByRole('button', { name: '/r/open-day', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('The site responded with 404 Not Found.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  status = 200;
  await oneNightLater();
  await page.reload();
  await expect(page.getByText('No Data Available')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/departments/information-technology/redirects?search=open-day');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Broken target');
  await context.close();
});

test('the second of two people who fix a broken link sees what the first one saved, and can replace it', {
  tag: '@long',
}, async ({ browser }) => {
  site.answer = (response) => response.writeHead(404).end();
  const [first, second] = await Promise.all(
    ['it', 'it2'].map(async (name) => {
      const context = await browser.newContext({ baseURL: process.env.STORIES_URL ?? '' });
      const page = await context.newPage();
      await signIn(page, name);
      const dialog = page.getByRole('dialog', { name: 'Edit /r/both-mend' });
      return { page, dialog, close: () => context.close() };
    }),
  );
  if (first === undefined || second === undefined) throw new Error('Both are signed in.');
  const added = await first.page.request.post('/api/redirects', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { shortUrl: 'both-mend', longUrl: `http://${outsideSite.host}/moved` },
  });
  expect(added.status()).toBe(201);
  await oneNightLater();

  for (const { page, dialog } of [first, second]) {
    await page.goto('/departments/information-technology/redirects?state=broken');
    await page.getByRole('button', { name: 'Edit /r/both-mend' }).click();
    await dialog.getByLabel('Long URL').fill(`https://www.sawtooth.example/${page === first.page ? 1 : 2}`);
  }
  const save = ({ dialog }: typeof first) => dialog.getByRole('button', { name: 'Save' }).click();
  await save(first);
  await expect(first.dialog).toBeHidden();
  await save(second);
  await expect(second.dialog.getByRole('alert')).toContainText(
    'It now goes to https://www.sawtooth.example/1',
  );
  await second.dialog.getByRole('button', { name: 'Keep mine instead' }).click();
  await save(second);
  await expect(second.dialog).toBeHidden();
  const followed = await second.page.request.get('/r/both-mend', { maxRedirects: 0 });
  expect(followed.headers().location).toBe('https://www.sawtooth.example/2');
  await Promise.all([first.close(), second.close()]);
});
