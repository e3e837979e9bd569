import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { drawPdf } from '../src/tools/posters/server/draw-pdf.ts';
import { drawOddPdfs } from '../src/tools/posters/server/testing/odd-pdfs.ts';
import { expect, expectAccessible, expectAccessibleInBoth, message, signIn, test } from './setup/story.ts';

const base = '/departments/mail-copy-center';
const sheet = (width: number, height: number, pages = 1) =>
  drawPdf({
    pages: Array.from({ length: pages }, () => ({
      media: [0, 0, width * 72, height * 72],
      content: `0.1 0.4 0.3 rg 0 0 ${width * 36} ${height * 72} re f`,
    })),
  });

async function choose(page: Page, name: string, content: Uint8Array): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(content) };
  await page.getByLabel(/^PDF/).setInputFiles(file);
}

test('someone who may not send posters is not led to the requests that they cannot have', async ({
  page,
}) => {
  await signIn(page, 'nogroups');
  await page.goto(`${base}/poster-requests/0198a000-0000-7000-8000-000000000001`);
  await expect(page.getByRole('heading', { name: 'Poster request not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See your requests' })).toHaveCount(0);
});

for (const [person, list, title] of [
  ['mailroom', 'poster-queue', 'Poster Queue'],
  ['faculty', 'my-poster-requests', 'My Poster Requests'],
] as const)
  test(`the way up from a poster is the list in which ${person} finds it`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, person, `${base}/${list}`);
    await page
      .getByRole('row')
      .getByRole('link', { name: /\.pdf$/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /\.pdf$/ })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: title, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

test('odd but harmless PDFs are judged in a browser as they are on the server', async ({ page }) => {
  const library = path.join(import.meta.dirname, '../node_modules/pdfjs-dist/legacy/build');
  const judge = readFileSync(
    path.join(import.meta.dirname, '../src/tools/posters/contract/first-page.ts'),
    'utf8',
  );
  // An address that belongs to no one: everything comes from here.
  await page.route('https://judge.example/**', (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '<title>Judge</title>' });
    const body =
      name === 'first-page.js' ? stripTypeScriptTypes(judge) : readFileSync(path.join(library, name));
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto('https://judge.example/');
  // `read-poster.test.ts` judges the same ones on the server.
  const odd = drawOddPdfs(200, 20_261_122).filter(({ name }) => !name.startsWith('damaged'));
  const packed = gzipSync(Buffer.concat(odd.map(({ content }) => content))).toString('base64');
  const lengths = odd.map(({ content }) => content.length);
  const found = await page.evaluate(
    async ({ base64, lengths: sizes }) => {
      const script = (name: string) => import(`https://judge.example/${name}`);
      const [pdf, { readFirstPage }] = [await script('pdf.mjs'), await script('first-page.js')];
      pdf.GlobalWorkerOptions.workerSrc = 'https://judge.example/pdf.worker.min.mjs';
      // One worker for all of them: starting it takes longer than a PDF does.
      const worker = new pdf.PDFWorker();
      const shared = { ...pdf, getDocument: (source: object) => pdf.getDocument({ ...source, worker }) };
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      const whole = new Uint8Array(await new Response(unpacked).arrayBuffer());
      const pages: Record<string, unknown>[] = [];
      let start = 0;
      for (const size of sizes) {
        const own = whole.slice(start, start + size);
        const read = async (from: number, to: number) => own.slice(from, to);
        pages.push(await readFirstPage(shared, { bytes: size, read }));
        start += size;
      }
      return pages;
    },
    { base64: packed, lengths },
  );
  const rounded = (one: object) =>
    Object.entries(one)
      .map(([name, value]) => `${name} ${typeof value === 'number' ? value.toFixed(6) : value}`)
      .toSorted();
  for (const [index, { name, expected }] of odd.entries())
    expect([name, rounded(found[index] ?? {})]).toEqual([name, rounded(expected)]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a wrong size is named before anything is sent, as the server would; a right one is sent and canceled', {
    tag: '@long',
  }, async ({ page }) => {
    const faults: string[] = [];
    page.on('console', (line) => {
      if (/Content Security Policy/i.test(line.text())) faults.push(line.text());
    });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await signIn(page, 'fgd', base);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Poster Print Request/ })
      .click();
    await expect(page).toHaveTitle('Quad | Poster Print Request');
    const send = page.getByRole('button', { name: 'Submit request' });
    await expect(send).toBeVisible();
    expect(scripts.filter((address) => /pdf/.test(address))).toEqual([]);

    await choose(page, 'letter.pdf', sheet(8.5, 11));
    await expect(page.getByLabel(/^PDF/)).toHaveAccessibleDescription(
      /This PDF is 8\.5 x 11 inches\..*Print to PDF/,
    );
    await expect(send).toBeDisabled();
    await expectAccessibleInBoth(page);
    await choose(page, 'notes.pdf', Buffer.from('These are notes.'));
    await expect(page.getByLabel(/^PDF/)).toHaveAccessibleDescription(
      'You may only upload a PDF. Please see the instructions at the top of this page.',
    );
    await expect(send).toBeDisabled();
    await choose(page, 'Story on a phone.pdf', sheet(36, 24, 3));
    await expect(page.getByText('This PDF has 3 pages. Only page 1 is printed.')).toBeVisible();
    const preview = page.getByRole('img', { name: 'Page 1 next to a person, to scale: 36 x 24 inches' });
    await expect(preview.locator('image')).toHaveAttribute('href', /^blob:/);
    await page.getByLabel('Copies').fill('2');
    await expect(page.getByText('About $30.00 for 2 copies')).toBeVisible();
    await expectAccessibleInBoth(page);
    // No month has such a day, and the browser says that the field is empty.
    const neededBy = page.getByLabel('Needed by');
    await neededBy.pressSequentially('02302027');
    await send.click();
    await expect(neededBy).toHaveAccessibleDescription(/This date is incomplete or does not exist\./);
    await expect(neededBy).toBeFocused();
    // Nothing is uploaded for a day that is refused anyway.
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') uploads.push(request.url());
    });
    await neededBy.fill('2026-01-05');
    await send.click();
    await expect(neededBy).toHaveAccessibleDescription(/The mail room needs more time\. Choose .+ or later/);
    expect(uploads).toEqual([]);
    await neededBy.fill('');
    await send.click();
    await expect(
      page.getByText(
        'Your poster request has been received. Please keep on your email inbox for email correspondence.',
      ),
    ).toBeVisible();
    await expect(page.getByLabel('Copies')).toHaveValue('1');
    await expect(preview).toBeHidden();
    expect(faults).toEqual([]);

    await page.getByRole('link', { name: /^Follow poster/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story on a phone.pdf');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await expect(message(page, 'Your request is canceled')).toBeVisible();
    await page.goto(`${base}/my-poster-requests`);
    await expect(page.getByRole('row', { name: /Story on a phone\.pdf/ })).toContainText('Canceled');
    await expectAccessible(page);
  });
});

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1_440, height: 900 } });

  test('the mail room asks, the requester answers, and the poster is printed and ready', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page, 'approver2', `${base}/poster-print-request`);
    await choose(page, 'Story at a desk.pdf', sheet(24, 36));
    await expect(page.getByText('24 x 36 inches', { exact: true })).toBeVisible();
    await page.getByLabel('Department').fill('Physics');
    await page.getByLabel('Notes').fill('For the hall on the second floor.');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await page.getByRole('link', { name: /^Follow poster/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story at a desk.pdf');

    const counter = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await signIn(counter, 'mailroom', `${base}/poster-queue?search=story+at+a+desk`);
    const row = counter.getByRole('row', { name: /Story at a desk\.pdf/ });
    await expect(row).toContainText('24 x 36 inches, 1 copy');
    await expectAccessibleInBoth(counter);
    const download = counter.waitForEvent('download');
    await row.getByRole('link', { name: /^Download poster/ }).click();
    expect((await download).suggestedFilename()).toBe('Story at a desk.pdf');
    await row.getByRole('link', { name: 'Story at a desk.pdf' }).click();
    await counter.getByRole('button', { name: 'Cancel request' }).click();
    // Two buttons that say "cancel" would leave people guessing which of them keeps the request.
    await counter.getByRole('dialog').getByRole('button', { name: 'Keep request' }).click();
    await counter.getByRole('button', { name: 'Ask a question' }).click();
    await counter.getByRole('dialog').getByLabel('Your question').fill('Matte or glossy?');
    await counter.getByRole('dialog').getByRole('button', { name: 'Send question' }).click();
    await expect(message(counter, /waits for the requester$/)).toBeVisible();

    await page.reload();
    await expect(page.getByText('Matte or glossy?')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByLabel('Your reply').fill('Glossy, please.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(message(page, 'Your reply was sent')).toBeVisible();

    await counter.reload();
    await expect(counter.getByText('Glossy, please.')).toBeVisible();
    await counter.getByRole('button', { name: 'Start printing' }).click();
    await expect(message(counter, /is being printed$/)).toBeVisible();
    await counter.getByRole('button', { name: 'Mark as ready' }).click();
    await counter.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Until 4:30 pm.');
    await counter.getByRole('dialog').getByRole('button', { name: 'Mark as ready' }).click();
    await expect(message(counter, /is ready$/)).toBeVisible();
    await expectAccessible(counter);

    // The wrong row of the list, and back.
    await counter.goto(`${base}/poster-queue?search=story+at+a+desk`);
    await row.getByRole('button', { name: /^Mark as picked up/ }).click();
    await counter.getByRole('link', { name: 'Undo on its page' }).click();
    await expect(counter.getByRole('heading', { level: 1 })).toHaveText('Story at a desk.pdf');
    const undo = counter.getByRole('button', { name: 'Not picked up yet' });
    await expect(undo).toBeVisible();
    await expectAccessibleInBoth(counter);
    await undo.click();
    await expect(message(counter, /is ready$/)).toBeVisible();
    await expect(counter.getByRole('button', { name: 'Mark as picked up' })).toBeVisible();

    await page.goto(`${base}/my-poster-requests`);
    await expect(page.getByRole('row', { name: /Story at a desk\.pdf/ })).toContainText('Ready');
  });
});
