import { findByPath, segmentsOf } from '../routes/match.ts';
import type { Route } from '../routes/route.tsx';
import type { MayOpen } from '../routes/visible.ts';

export interface Crumb {
  title: string;
  /** Absent for a segment without a page, for one that this person may not open, and for the page itself. */
  to?: string;
}

type Routes = readonly Pick<Route, 'path' | 'title' | 'access'>[];

/** `information-technology` reads `Information Technology`. */
function worded(segment: string): string {
  return segment
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/**
 * The way to a page that lies deeper than one segment; empty for any other. A parameter is no step of its own:
 * nobody wants to read an identifier there.
 */
export function crumbsOf(routes: Routes, pathname: string, mayOpen: MayOpen): Crumb[] {
  const here = findByPath(routes, pathname);
  const segments = segmentsOf(pathname);
  // A public page below no other, such as a short link, is nowhere that one could go up from.
  if (here === null || segments.length < 2 || here.route.access === 'public') return [];
  const pattern = segmentsOf(here.route.path);
  return segments.flatMap((segment, index): Crumb[] => {
    if (index === segments.length - 1) return [{ title: here.route.title }];
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const page = findByPath(routes, path);
    if (page === null) return pattern[index]?.startsWith(':') ? [] : [{ title: worded(segment) }];
    return [mayOpen(page.route.access) ? { title: page.route.title, to: path } : { title: page.route.title }];
  });
}
