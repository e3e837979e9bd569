import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bundle } from '../platform/server/assembly/bundle.ts';
import { preloadFrom } from '../platform/server/pages/screens.ts';
import { serveBundle } from '../platform/server/pages/static-files.ts';

/** The screens as `npm run build` left them. */
export function builtBundle(folder: string): Bundle {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) throw new Error('The screens are not built. Run "npm run build" first.');
  const template = readFileSync(index, 'utf8');
  return { template: () => template, preload: preloadFrom(folder), serve: (app) => serveBundle(app, folder) };
}

/** The screens directly from their sources, reloading with every edit. */
export async function developmentBundle(): Promise<Bundle> {
  const { createDevScreens } = await import('../../scripts/dev-screens.ts');
  return createDevScreens();
}

/** For programs that serve no page. */
export const noBundle: Bundle = { template: () => '', preload: () => [], serve: async () => undefined };
