import { findByPath } from '../routes/match.ts';

/** The kinds of request that the service worker handles; `null` leaves it to the browser. */
export type RequestKind = 'page' | 'offline-page' | 'file' | null;

/** A page of the portal: its path with `:name` for parameters, and whether it works offline. */
export interface WorkerPage {
  path: string;
  offline: boolean;
}

interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** Knows the pages and files that the build lists. Leaves everything else to the browser. */
export function createRequestKinds(
  origin: string,
  pages: readonly WorkerPage[],
  files: readonly string[],
): (request: Asked) => RequestKind {
  const known = new Set(files);
  return ({ method, mode, url }) => {
    const { origin: asked, pathname } = new URL(url);
    if (method !== 'GET' || asked !== origin) return null;
    if (mode !== 'navigate') return known.has(pathname) || pathname.startsWith('/assets/') ? 'file' : null;
    const page = findByPath(pages, pathname)?.route;
    if (page === undefined) return null;
    return page.offline ? 'offline-page' : 'page';
  };
}
