import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageData } from '../../contract/account.ts';
import type { Screen } from '../../contract/tool.ts';
import { toDataBlock } from './data-block.ts';
import { escapeHtml } from './html.ts';

/** A page that exists: its path with `:name` parameters, its title, and the module that shows it. */
export interface DeclaredScreen extends Pick<Screen, 'path' | 'title' | 'access'> {
  /** Source file of its component in the bundle's manifest, to be fetched early. */
  module?: string;
}

export interface Screens {
  /** The declared screen of a path, or `null`: Page Not Found. */
  find(path: string): DeclaredScreen | null;
  render(request: { path: string; data: PageData; nonce: string }): string;
}

interface ManifestEntry {
  file: string;
  imports?: string[];
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

/** The files that a screen's module needs, from the bundle's manifest. */
export function preloadFrom(bundleFolder: string): (screen: DeclaredScreen) => readonly string[] {
  const manifest = JSON.parse(
    readFileSync(path.join(bundleFolder, '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, ManifestEntry>;
  const byScreen = new Map<string, readonly string[]>();
  return ({ module }) => {
    if (module === undefined) return [];
    const known = byScreen.get(module);
    if (known !== undefined) return known;
    const files = filesOf(manifest, module);
    byScreen.set(module, files);
    return files;
  };
}

function filesOf(manifest: Record<string, ManifestEntry>, module: string): string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (entry === undefined || found.has(entry.file)) return;
    found.add(entry.file);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  visit(Object.keys(manifest).find((key) => key.endsWith(module)) ?? module);
  return [...found];
}
