import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Access, allows } from '../../contract/access.ts';
import type { PageData } from '../../contract/account.ts';
import { queryOf, readListAddress } from '../../contract/list-address.ts';
import { patternOf } from '../../contract/path-pattern.ts';
import type { FirstRead, Screen } from '../../contract/tool.ts';
import { toDataBlock } from './data-block.ts';
import { firstPaint } from './first-paint.ts';
import { escapeHtml } from './html.ts';

/** A page that exists: its path with `:name` parameters, its title, and its lead. */
export type DeclaredScreen = Pick<Screen, 'path' | 'title' | 'access' | 'reads' | 'lead'>;

/** What a page is made for. */
export interface PageRequest {
  path: string;
  /** The part of its address after the `?`. */
  search: string;
  data: PageData;
  nonce: string;
}

export interface Screens {
  /** The declared screen of a path, or `null`: Page Not Found. */
  find(path: string): DeclaredScreen | null;
  render(request: PageRequest): string;
  /** The inline scripts of the built page, as hashes for the Content Security Policy (`sha256-...`). */
  inlineScripts(): readonly string[];
}

/**
 * Knows every page of the portal and fills in the built `index.html`: title, nonce, data, and what to fetch early.
 * @param template Reads the page; called each time during development.
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
  let hashed = { template: '', hashes: [] as string[] };
  const find = (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.screen ?? null;
  return {
    find,
    inlineScripts() {
      const template = options.template();
      if (hashed.template !== template) hashed = { template, hashes: hashesOf(template) };
      return hashed.hashes;
    },
    render({ path, search, data, nonce }) {
      const screen = find(path);
      const title = `${options.product} | ${screen?.title ?? 'Page Not Found'}`;
      const preload = screen === null ? [] : options.preload(screen);
      const may = ({ access }: { access: Access }) => allows(access, data.account?.permissions ?? null);
      const reads = screen !== null && may(screen) ? (screen.reads ?? []).filter(may) : [];
      return (
        options
          .template()
          .replaceAll('__NONCE__', nonce)
          .replace('__TITLE__', () => escapeHtml(title))
          .replace('__FIRST_PAINT__', () => firstPaint(screen, path, data))
          // After the styles of every page, which they build upon.
          .replace('__LATER__', () =>
            [
              ...preload.map(preloadLink),
              ...preload.map(styleLink),
              ...reads.map((read) => readLink(read, search)),
            ].join(''),
          )
          .replace('__DATA__', () => toDataBlock(data))
      );
    },
  };
}

/** A script without an address; data blocks are not matched. */
const inlineScript = /<script(?![^>]*\s(?:type|src)=)[^>]*>([\s\S]*?)<\/script>/g;

function hashesOf(template: string): string[] {
  return [...template.matchAll(inlineScript)].map(
    ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
  );
}

const isStyle = (file: string) => file.endsWith('.css');
const preloadLink = (file: string) => (isStyle(file) ? '' : `<link rel="modulepreload" href="/${file}">`);
// Written like those that Vite adds when a screen is loaded later, so that Vite knows that this one is there.
const styleLink = (file: string) =>
  isStyle(file) ? `<link rel="stylesheet" crossorigin href="/${file}">` : '';

/**
 * The browser requests it while the scripts are still on their way; the screen then finds it under exactly the same
 * address, and asks in the same manner (`web/client/call.ts`). Not with `crossorigin`: Safari would request it again. Like
 * every response it is for this person alone, and no cache keeps it.
 */
function readLink({ path, list }: FirstRead, search: string): string {
  const query = list === undefined ? [] : Object.entries(queryOf(readListAddress(search, list)));
  const asked = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  const address = asked.size === 0 ? path : `${path}?${asked}`;
  return `<link rel="preload" as="fetch" fetchpriority="low" href="${escapeHtml(address)}">`;
}

/** The modules and styles that a screen needs, as the build listed them by the screen's path. */
export function preloadFrom(bundleFolder: string): (screen: DeclaredScreen) => readonly string[] {
  const file = path.join(bundleFolder, '.vite', 'preload.json');
  const byPath = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>));
  return (screen) => byPath.get(screen.path) ?? [];
}
