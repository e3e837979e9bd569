/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { openBrowser } from './harness/chromium.ts';
import { type Bench, figure, type Report, type Row } from './harness/row.ts';

/** How much slower the browser's processor is made, as Chrome's tools do it for phones. */
const slowdowns = [1, 4, 6] as const;

export const captcha: Row = {
  name: 'captcha',
  about: 'how long the captcha of the password reset takes in a browser, including on a slow processor',
  run,
};

/** From the first field that someone enters; they type while it works. */
async function run({ rounds, say }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const { context, close } = await openBrowser(quad, { person: null });
  const address = `${quad.url}/support/password-reset`;
  const took = new Map<number, number[]>(slowdowns.map((slowdown) => [slowdown, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const slowdown of slowdowns) {
      say(`round ${round + 1}, a processor 1/${slowdown} as fast`);
      took.get(slowdown)?.push(await solve(context, address, slowdown));
    }
  await close();
  await quad.stop();
  return {
    lines: [...took].map(([slowdown, times]) =>
      figure(
        slowdown === 1 ? 'solved, on this machine' : `solved, on a processor 1/${slowdown} as fast`,
        's',
        times,
      ),
    ),
    remarks: [
      'Each takes 400 to 800 tries of 1,000 rounds of PBKDF2, one after the other, so single times differ by half.',
      "Chrome slows the page's own thread; the browser's cryptography runs on another one, at full speed. A phone is slower at both.",
    ],
    faults: [],
  };
}

/** @returns seconds from the first field that gets the focus until the form says that it is solved */
async function solve(context: BrowserContext, address: string, slowdown: number): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address);
  // Not sooner: the captcha begins with the first field that gets the focus, once.
  await page.waitForSelector('input[name="principalEmail"]');
  const milliseconds = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        new MutationObserver((_changes, observer) => {
          if (document.querySelector('[data-state="solved"]') === null) return;
          observer.disconnect();
          resolve(performance.now() - began);
        }).observe(document, { attributes: true, subtree: true });
        document.querySelector<HTMLElement>('input[name="principalEmail"]')?.focus();
      }),
  );
  await page.close();
  return milliseconds / 1_000;
}
