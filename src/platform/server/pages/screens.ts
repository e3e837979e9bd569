import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageData } from '../../contract/account.ts';
import type { Screen } from '../../contract/tool.ts';
import { toDataBlock } from './data-block.ts';
import { escapeHtml } from './html.ts';

/** A page that exists: its path with `:name` parameters and its title. */
export type DeclaredScreen = Pick<Screen, 'path' | 'title' | 'access'>;

export interface Screens {
  /** The declared screen of a path, or `null`: Page Not Found. */
  find(path: string): DeclaredScreen | null;
  render(request: { path: string; data: PageData; nonce: string }): string;
}

/**
 * Knows every page of the portal and fills the built `index.html`: title, nonce, data and the modules to fetch early.
 * @param template Reads the page anew at each call while one develops.
 */
export function createScreens(
  declared: readonly DeclaredScreen[],
  options: {
    product: string;
    template: () => string;
    preload: (screen: DeclaredScreen) => readonly string[];
  },
): Screens {
  const patterns = declared.map((screen) => ({ screen, pattern: patternOf(screen.path) }));
  const find = (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.screen ?? null;
  return {
    find,
    render({ path, data, nonce }) {
      const screen = find(path);
      const title = `${options.product} | ${screen?.title ?? 'Page Not Found'}`;
      const preload = screen === null ? [] : options.preload(screen);
      return options
        .template()
        .replaceAll('__NONCE__', nonce)
        .replace('__TITLE__', () => escapeHtml(title))
        .replace('__PRELOAD__', () =>
          preload.map((file) => `<link rel="modulepreload" href="/${file}">`).join(''),
        )
        .replace('__DATA__', () => toDataBlock(data));
    },
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);
}

/** The files that a screen needs, as the build listed them by the screen's path. */
export function preloadFrom(bundleFolder: string): (screen: DeclaredScreen) => readonly string[] {
  const file = path.join(bundleFolder, '.vite', 'preload.json');
  const byPath = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>));
  return (screen) => byPath.get(screen.path) ?? [];
}
