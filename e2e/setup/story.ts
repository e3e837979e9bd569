/// <reference lib="dom" />
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test';

export { expect };

/** A browser at the portal that the run has started. */
export const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    const address = process.env.STORIES_URL;
    if (address === undefined) throw new Error('The portal was not started.');
    await use(address);
  },
  // Whatever a story does, the focus stays somewhere.
  context: async ({ context }, use) => {
    const lost: string[] = [];
    await context.exposeFunction('focusWasLost', (where: string) => void lost.push(where));
    await context.addInitScript(watchFocus);
    await use(context);
    expect(lost, 'gone with the focus').toEqual([]);
  },
});

declare function focusWasLost(where: string): Promise<void>;

/** In the page: reports what took the focus with it when for a second nothing else gets it. */
function watchFocus(): void {
  const interval = 50;
  let last: { element: Element; path: string } | null = null;
  let lostFor = 0;
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = { element: target, path: location.pathname };
  });
  // A click on the empty page gives it up on purpose; on a button, the focus comes after it.
  addEventListener('pointerdown', () => {
    last = null;
  });
  setInterval(() => {
    const active = document.activeElement;
    const isLost = active === null || active === document.body || active.matches(':disabled');
    // A busy button gets the focus when it is done, a form when it is sent, a page when its veil is gone.
    const isWaited = last?.element.closest('[data-loading], [inert], [data-veiled]') !== null;
    const isGone = isLost && last?.path === location.pathname && !isWaited;
    lostFor = isGone ? lostFor + interval : 0;
    if (last === null || lostFor < 1_000) return;
    void focusWasLost(`${last.path} ${last.element.outerHTML.slice(0, 300)}`);
    last = null;
  }, interval);
}

/** What makes a browser's context a phone's, of this size in CSS pixels. */
export function phoneOptions(width: number, height: number) {
  return { viewport: { width, height }, hasTouch: true, isMobile: true };
}

/**
 * Signs in as a demo person and opens `path`. Sends what a press on the demo page sends, without drawing that page each
 * time; `sign-in.test.ts` goes through it as a person does.
 */
export async function signIn(page: Page, name: string, path = '/'): Promise<void> {
  const answer = await page.request.post('/api/auth/providers/demo/login', {
    form: { email: `${name}@sawtooth.example`, redirect: path },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  expect(answer.headers().location).toBe(path);
  const open = () => page.goto(path, { waitUntil: 'commit' });
  // The page that is open may start over for this person at the same moment, which interrupts it.
  await open().catch(open);
  await page.waitForURL((url) => url.pathname === path.split('?')[0], { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** A visible message; a moment later the same words are on the page again, only for screen readers. */
export function message(page: Page, words: string | RegExp): Locator {
  return page
    .getByRole('region', { name: 'Messages' })
    .locator('[data-tone]')
    .getByText(words, { exact: true });
}

/**
 * Answers the first requests to an address; later ones pass. With the option `times` of `route`, the browser stops holding
 * requests at the moment the last one was answered, and the next one may be held by then, forever.
 */
export async function routeFirst(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => Promise<void>,
  count = 1,
): Promise<void> {
  let left = count;
  await page.route(address, (route) => {
    left -= 1;
    return left < 0 ? route.fallback() : answer(route);
  });
}

/** Holds requests to an address, or only those with this method. @returns lets them go, and all that follow */
export async function hold(page: Page, address: string | RegExp, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

/** Checks that what is shown now meets WCAG, that nothing overflows sideways, and that dialogs end on the screen. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Rows that are dimmed until those of a new filter arrive, and colors in the middle of a fade-in, are not part of the
  // design.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  // An address that was just opened on a busy machine has nothing on its page, yet, or only what the server has drawn,
  // which is hidden from screen readers. Every whole page has a heading.
  if (rules === undefined) await expect(page.locator('h1:not([aria-hidden="true"] *)')).not.toHaveCount(0);
  await page.evaluate(async () => {
    // What has just appeared begins to fade in with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000)
        .map(({ finished }) => finished),
    );
  });
  // No page has a frame of another origin, and nothing but violations is read: the usual way describes every element
  // that passes as well, and then takes three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: rules }),
  });
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
  const faults = await page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) found.push('the page scrolls sideways');
    for (const dialog of document.querySelectorAll('dialog[open]')) {
      if (Math.round(dialog.getBoundingClientRect().bottom) > innerHeight)
        found.push('a dialog ends below the screen');
    }
    const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    for (const cell of document.querySelectorAll('th, td')) {
      if (cell.scrollWidth > cell.clientWidth + 1)
        found.push(`"${cell.textContent}" is wider than its column`);
    }
    for (const box of document.querySelectorAll('input[type="checkbox"]')) {
      const { width } = box.getBoundingClientRect();
      if (width > 0 && width < 18) found.push(`a checkbox is only ${width} pixels wide`);
    }
    for (const label of document.querySelectorAll('.mantine-Button-label')) {
      // While it loads, its words have made room for a spinner.
      const button = label.closest('.mantine-Button-root:not([data-loading])')?.getBoundingClientRect();
      if (button === undefined || Math.abs(middle(label.getBoundingClientRect()) - middle(button)) < 2)
        continue;
      found.push(`"${label.textContent}" is not in the middle of its button`);
    }
    return found;
  });
  expect(faults).toEqual([]);
}

/** Checks what is shown now in light and in dark colors, without loading it again. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached();
    // Only what depends on colors can differ in the dark.
    await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
  }
}
