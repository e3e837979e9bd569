import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../e2e/setup/browser.ts';
import { type Quad, temporaryFolder } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import type { MeasuredScreen } from '../tools/screens.ts';
import { Skipped } from './row.ts';

/** A browser with an empty cache, signed in as the screen requires. */
export async function openBrowser(
  quad: Quad,
  { person }: Pick<MeasuredScreen, 'person'>,
  debuggingPort?: number,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const found = await findBrowser().catch((error: unknown) => {
    throw new Skipped(`There is no browser here: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { executablePath, args, env } = found;
  const context = await chromium.launchPersistentContext(await temporaryFolder(), {
    executablePath,
    args: [...args, ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`])],
    ...(env === undefined ? {} : { env }),
  });
  const close = endLater(() => context.close());
  if (person !== null) {
    const [name = '', value = ''] = (await quad.signIn(person)).split('=', 2);
    await context.addCookies([{ name, value, url: quad.url }]);
  }
  return { context, close };
}
