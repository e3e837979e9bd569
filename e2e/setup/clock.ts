import type { BrowserContext } from '@playwright/test';

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
