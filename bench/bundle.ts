/// <reference lib="dom" />
import type { Page, Response } from '@playwright/test';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { openBrowser } from './harness/chromium.ts';
import { type Bench, figure, type Report, type Row } from './harness/row.ts';
import { type MeasuredScreen, screens } from './tools/screens.ts';

export const bundle: Row = {
  name: 'bundle',
  about: 'JavaScript and styles that a browser fetches before a first screen, as served (brotli)',
  run,
};

async function run({ say }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const report: Report = { lines: [], remarks: [], faults: [] };
  for (const screen of screens) {
    say(screen.name);
    const { scripts, styles, uncompressed } = await visit(quad, screen);
    report.lines.push(
      figure(`${screen.name}: scripts`, 'kB', [scripts], { atMost: screen.mostScript }),
      figure(`${screen.name}: styles`, 'kB', [styles], { atMost: 16 }),
    );
    report.faults.push(...uncompressed.map((url) => `${url} came uncompressed.`));
  }
  await quad.stop();
  report.remarks.push(
    'Counted by a browser with an empty cache, as bytes that came over the network, until its scripts have drawn the screen; not what it fetches ahead when it is idle.',
  );
  return report;
}

async function visit(quad: Quad, screen: MeasuredScreen) {
  const { context, close } = await openBrowser(quad, screen);
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.addInitScript(neverIdle);
  await page.goto(`${quad.url}${screen.path}`);
  await drawn(page, screen);
  await press(page, screen);
  const shown = responses.filter((response) => response.ok());
  const scripts = await sizeOf(shown, 'script');
  const styles = await sizeOf(shown, 'stylesheet');
  await close();
  const uncompressed = [...scripts, ...styles].filter(({ encoding }) => encoding !== 'br');
  return {
    scripts: total(scripts),
    styles: total(styles),
    uncompressed: uncompressed.map(({ url }) => url),
  };
}

/** The heading comes with the HTML; a header button only from scripts. The sign-in page has none and needs none. */
async function drawn(page: Page, { name }: MeasuredScreen): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (name !== 'sign-in') await page.locator('header button').first().waitFor();
}

/** What is fetched ahead when a browser is idle would be counted or not by chance. */
function neverIdle(): void {
  window.requestIdleCallback = () => 0;
}

async function press(page: Page, { press: button }: MeasuredScreen): Promise<void> {
  if (button === undefined) return;
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
}

interface Fetched {
  url: string;
  bytes: number;
  encoding: string | undefined;
}

async function sizeOf(responses: readonly Response[], type: string): Promise<Fetched[]> {
  const ofType = responses.filter((response) => response.request().resourceType() === type);
  return Promise.all(
    ofType.map(async (response) => ({
      url: response.url(),
      bytes: (await response.request().sizes()).responseBodySize,
      encoding: response.headers()['content-encoding'],
    })),
  );
}

/** In kilobytes of 1,000 bytes, like the goals. */
function total(fetched: readonly Fetched[]): number {
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
