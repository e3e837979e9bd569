/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test';

/** The phone that Lighthouse simulates: 1.6 Mbit/s, 150 ms to the server, a processor a quarter as fast. */
const phone = {
  line: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  slowdown: 4,
  viewport: { width: 412, height: 823 },
};

/**
 * Opens a page as a slow phone does.
 * @returns milliseconds from the start of the navigation until a button of the header responds: React has drawn it, and
 *   the thread is free for it
 */
export async function firstButton(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.setViewportSize(phone.viewport);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', phone.line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
  await page.addInitScript(() => {
    const mark = () => setTimeout(() => performance.mark('first-button'));
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('header button') === null) return;
      observer.disconnect();
      mark();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url);
  const marked = await page.waitForFunction(() => performance.getEntriesByName('first-button')[0]?.startTime);
  const time = await marked.jsonValue();
  await page.close();
  if (time === undefined) throw new Error(`${url} has no button in its header.`);
  return time;
}
