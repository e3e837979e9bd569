import type { Result } from 'lighthouse';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { openBrowser } from './harness/chromium.ts';
import { firstButton } from './harness/first-button.ts';
import { type Bench, figure, type Goal, type Line, type Report, type Row, Skipped } from './harness/row.ts';
import { type MeasuredScreen, screens } from './tools/screens.ts';

export const lighthouse: Row = {
  name: 'lighthouse',
  about: 'Lighthouse, simulating a phone, on home, dashboard, a list and a form',
  run,
};

type Lighthouse = typeof import('lighthouse').default;

const categories = [
  { id: 'performance', goal: { atLeast: 97 } },
  { id: 'accessibility', goal: { atLeast: 100 } },
  { id: 'best-practices', goal: { atLeast: 100 } },
] as const satisfies readonly { id: string; goal: Goal }[];

/** A visit takes many seconds, and a simulated phone varies less than a shared machine. */
const mostRounds = 3;

async function run({ rounds: wanted, say }: Bench): Promise<Report> {
  const rounds = Math.min(wanted, mostRounds);
  const lighthouseProgram = await import('lighthouse').catch(() => {
    throw new Skipped('The package "lighthouse" is not installed.');
  });
  // Lighthouse opens an address; it cannot see what a button opens.
  const pages = screens.filter(({ press, name }) => press === undefined && name !== 'sign-in');
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const lines: Line[] = [];
  const details: unknown[] = [];
  for (const screen of pages) {
    say(`${screen.name}, ${rounds} times`);
    const results: Result[] = [];
    const buttons: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push(await audit(lighthouseProgram.default, quad, screen));
      buttons.push(await timeOfButton(quad, screen));
    }
    lines.push(...linesOf(screen, results, buttons));
    details.push({ screen: screen.name, complaints: complaintsOf(results) });
  }
  await quad.stop();
  return { lines, remarks: remarksOf(details), faults: [], details };
}

async function audit(program: Lighthouse, quad: Quad, screen: MeasuredScreen): Promise<Result> {
  const port = await freePort();
  const { close } = await openBrowser(quad, screen, port);
  try {
    const url = `${quad.url}${screen.path}`;
    const onlyCategories = categories.map(({ id }) => id);
    const result = await program(url, { port, output: 'json', logLevel: 'error', onlyCategories });
    if (result === undefined) throw new Error('Lighthouse answered nothing.');
    const { lhr } = result;
    if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
    if (new URL(lhr.finalDisplayedUrl).pathname !== screen.path) {
      throw new Error(`${screen.path} led to ${lhr.finalDisplayedUrl}.`);
    }
    return lhr;
  } finally {
    await close();
  }
}

async function timeOfButton(quad: Quad, screen: MeasuredScreen): Promise<number> {
  const { context, close } = await openBrowser(quad, screen);
  try {
    return await firstButton(context, `${quad.url}${screen.path}`);
  } finally {
    await close();
  }
}

function linesOf({ name }: MeasuredScreen, results: readonly Result[], buttons: readonly number[]): Line[] {
  const scores = categories.map(({ id, goal }) =>
    figure(
      `${name}: ${id}`,
      'points',
      results.map((result) => Math.round((result.categories[id]?.score ?? 0) * 100)),
      goal,
    ),
  );
  const audited = (id: string) => results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  return [
    ...scores,
    figure(
      `${name}: largest contentful paint`,
      's',
      audited('largest-contentful-paint').map((ms) => ms / 1000),
      { atMost: name === 'home' ? 1.5 : 1.6 },
    ),
    figure(`${name}: total blocking time`, 'ms', audited('total-blocking-time'), { atMost: 100 }),
    figure(
      `${name}: first button that works`,
      's',
      buttons.map((ms) => ms / 1000),
    ),
  ];
}

/** Lighthouse's findings about accessibility and good practice, by its own names. */
function complaintsOf(results: readonly Result[]): string[] {
  const found = results.flatMap(({ audits, categories: scored }) =>
    ['accessibility', 'best-practices'].flatMap((id) =>
      (scored[id]?.auditRefs ?? [])
        .filter(({ id: ref, weight }) => weight > 0 && (audits[ref]?.score ?? 1) < 1)
        .map(({ id: ref }) => ref),
    ),
  );
  return [...new Set(found)];
}

function remarksOf(details: readonly unknown[]): string[] {
  return (details as { screen: string; complaints: string[] }[])
    .filter(({ complaints }) => complaints.length > 0)
    .map(({ screen, complaints }) => `${screen}: ${complaints.join(', ')}`);
}
