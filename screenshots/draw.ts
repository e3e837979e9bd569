import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Quad } from '../harness/quad.ts';
import type { Picture } from './contact-sheet.ts';
import type { Shot } from './shots.ts';

export const widths = [360, 1440] as const;
export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** Longer than any screen takes, in milliseconds; a state that does not come is an error with its name. */
const patience = 20_000;

/** Draws each shot, one after the other. @returns what was drawn; `failed` gets a sentence for what could not be */
export async function draw(
  { browser, quad, folder }: { browser: Browser; quad: Quad; folder: string },
  { width, scheme }: { width: number; scheme: Scheme },
  shots: readonly Shot[],
  failed: (sentence: string) => void,
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const shot of shots) {
    const context = await browser.newContext({
      baseURL: quad.url,
      viewport: { width, height: width < 600 ? 740 : 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
      serviceWorkers: 'block',
      ...(width < 600 ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
    });
    context.setDefaultTimeout(patience);
    try {
      if (shot.person !== null) await signIn(context, quad, shot.person);
      const page = await context.newPage();
      await show(page, shot);
      const words = `${shot.group}-${shot.name}-${width}-${scheme}`.toLowerCase();
      const file = `${words.replace(/[^a-z0-9]+/g, '-')}.png`;
      // An open dialog covers the window, not the page.
      await page.screenshot({ path: path.join(folder, file), fullPage: shot.steps === undefined });
      const title = shot.person === null ? shot.name : `${shot.name} (${shot.person})`;
      pictures.push({ group: shot.group, title, file, width });
    } catch (error) {
      failed(`${shot.group}, ${shot.name}, ${width} px, ${scheme}: ${firstLine(error)}`);
    } finally {
      await context.close();
    }
  }
  return pictures;
}

async function signIn(context: BrowserContext, quad: Quad, person: string): Promise<void> {
  const [name = '', value = ''] = (await quad.signIn(person)).split('=', 2);
  await context.addCookies([{ name, value, url: quad.url }]);
}

async function show(page: Page, shot: Shot): Promise<void> {
  await page.goto(shot.path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const step of shot.steps ?? []) {
    const dialog = page.getByRole('dialog');
    const within = (await dialog.count()) > 0 ? dialog.last() : page;
    if ('press' in step) await within.getByRole('button', { name: step.press }).first().click();
    else await within.getByLabel(step.fill).first().fill(step.with);
  }
  await page.waitForLoadState('networkidle');
  // What has arrived is not drawn yet on a busy machine.
  const loading = page.locator('[role="status"][aria-label^="Loading"]');
  await loading.first().waitFor({ state: 'detached' });
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
