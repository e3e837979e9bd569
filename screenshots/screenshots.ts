// npm run screenshots [-- <words>]: draws every screen and state, with contact sheets. See screenshots/README.md.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../e2e/setup/browser.ts';
import { ask } from '../harness/ask.ts';
import { root, runProgram } from '../harness/program.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { endAll, endLater, runAndEnd } from '../harness/scope.ts';
import { onStopSignals } from '../src/platform/server/process/launcher.ts';
import { contactSheet, type Picture } from './contact-sheet.ts';
import { draw, schemes, widths } from './draw.ts';
import { demoKeys, listShots, type Shot } from './shots.ts';

const folder = path.join(root, 'screenshots/results');

/** The README's pictures, and which of the drawn ones they are. */
const ofReadme = {
  'home.png': 'shell-home-of-it-1440-light.png',
  'short-links.png': 'short-links-list-1440-light.png',
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { readme: { type: 'boolean', default: false } },
  });
  onStopSignals(endAll);
  await runProgram(['scripts/build.ts']);
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const wanted = (await shotsFor(quad)).filter(
    ({ group, name }) =>
      positionals.length === 0 || positionals.some((word) => `${group} ${name}`.includes(word)),
  );
  if (wanted.length === 0) throw new Error(`No screen has "${positionals.join('" or "')}" in its name.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, ...(env === undefined ? {} : { env }) });
  endLater(() => browser.close());

  const failures: string[] = [];
  for (const scheme of schemes) {
    // Both widths at the same time: a browser mostly waits.
    const drawn = await Promise.all(
      widths.map((width) =>
        draw({ browser, quad, folder }, { width, scheme }, wanted, (sentence) => failures.push(sentence)),
      ),
    );
    const sheets = await writeSheets(scheme, drawn.flat());
    for (const sheet of sheets) {
      const page = await browser.newPage({ viewport: { width: 2000, height: 900 } });
      await page.goto(`file://${path.join(folder, sheet)}`);
      await page.screenshot({ path: path.join(folder, sheet.replace('.html', '.png')), fullPage: true });
      await page.close();
    }
    console.log(`${scheme}: ${drawn.flat().length} pictures on ${sheets.length} contact sheets`);
  }
  if (values.readme) {
    for (const [name, file] of Object.entries(ofReadme)) {
      await copyFile(path.join(folder, file), path.join(root, 'docs/images', name));
    }
  }
  console.log(`They are in ${path.relative(process.cwd(), folder)}.`);
  if (failures.length > 0) throw new Error(`Not drawn:\n${failures.join('\n')}`);
}

async function shotsFor(quad: Quad): Promise<Shot[]> {
  const people = await Promise.all(
    demoKeys.map(async (key) => {
      const answer = await ask(`${quad.url}/api/auth/account`, {
        headers: { cookie: await quad.signIn(key) },
      });
      const { permissions }: { permissions: string[] } = JSON.parse(answer.body);
      return { key, permissions };
    }),
  );
  return listShots(people);
}

/** One sheet for each group. @returns the names of the sheets */
async function writeSheets(scheme: string, pictures: readonly Picture[]): Promise<string[]> {
  const groups = Object.entries(Object.groupBy(pictures, ({ group }) => group));
  return Promise.all(
    groups.map(async ([group, some = []]) => {
      const file = `sheet-${group}-${scheme}.html`;
      const inOrder = some.toSorted(
        (one, other) => one.title.localeCompare(other.title) || one.width - other.width,
      );
      await writeFile(path.join(folder, file), contactSheet(`${group}, ${scheme}`, inOrder));
      return file;
    }),
  );
}

await runAndEnd(main);
