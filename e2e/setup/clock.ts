import type { BrowserContext, Page } from '@playwright/test';

/** Also sets the service worker's clock, by this many milliseconds: `page.clock` sets only the page's. */
export async function setWorkerClock(context: BrowserContext, milliseconds: number): Promise<void> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate((ahead) => {
    const OwnDate = Date;
    globalThis.Date = new Proxy(OwnDate, {
      construct: (_, given) =>
        given.length > 0 ? Reflect.construct(OwnDate, given) : new OwnDate(OwnDate.now() + ahead),
      get: (target, name) => (name === 'now' ? () => OwnDate.now() + ahead : Reflect.get(target, name)),
    });
  }, milliseconds);
}

/** What happens when the person comes back to the page after a while. */
export async function lookAgainLater(page: Page, path: string): Promise<void> {
  const reloaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  await page.clock.fastForward(20_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await reloaded;
}
