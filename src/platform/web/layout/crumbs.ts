import { findByPath, segmentsOf } from '../routes/match.ts';
import type { Route } from '../routes/route.tsx';
import type { MayOpen } from '../routes/visible.ts';

export interface Crumb {
  title: string;
  /** Absent for the page itself, and for a page that this person may not open. */
  to?: string;
}

type Routes = readonly Pick<Route, 'path' | 'title' | 'access'>[];

/**
 * The breadcrumbs of a page deeper than one segment; empty for any other. Only pages are named: a segment that is not a
 * page, such as `/departments`, would promise a page that does not exist.
 */
export function crumbsOf(routes: Routes, pathname: string, mayOpen: MayOpen): Crumb[] {
  const here = findByPath(routes, pathname);
  const segments = segmentsOf(pathname);
  // A public page below no other, such as a short link, has nothing to go up to.
  if (here === null || segments.length < 2 || here.route.access === 'public') return [];
  return segments.flatMap((_segment, index): Crumb[] => {
    if (index === segments.length - 1) return [{ title: here.route.title }];
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const page = findByPath(routes, path);
    if (page === null) return [];
    return [mayOpen(page.route.access) ? { title: page.route.title, to: path } : { title: page.route.title }];
  });
}
