import { findByPath, segmentsOf } from '../routes/match.ts';
import type { Route } from '../routes/route.tsx';
import type { MayOpen } from '../routes/visible.ts';

export interface Crumb {
  title: string;
  /** Absent for the page itself, and for a page that this person may not open. */
  to?: string;
}

type Routes = readonly Pick<Route, 'path' | 'title' | 'access' | 'parent'>[];

/**
 * The breadcrumbs of a page deeper than one segment; empty for any other. Only pages are named: a segment that is not a
 * page, such as `/departments`, would promise a page that does not exist.
 */
export function crumbsOf(routes: Routes, pathname: string, mayOpen: MayOpen): Crumb[] {
  const here = findByPath(routes, pathname);
  // A public page below no other, such as a short link, has nothing to go up to.
  if (here === null || segmentsOf(pathname).length < 2 || here.route.access === 'public') return [];
  const above = pagesAbove(routes, pathname).map(({ path, route: { title, access } }): Crumb => {
    return mayOpen(access) ? { title, to: path } : { title };
  });
  return [...above, { title: here.route.title }];
}

/** The pages that parts of the path mean, and above the first of them the one that it declares. */
function pagesAbove(routes: Routes, pathname: string): { path: string; route: Routes[number] }[] {
  const segments = segmentsOf(pathname);
  const within = segments.slice(0, -1).flatMap((_segment, index) => {
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const page = findByPath(routes, path);
    return page === null ? [] : [{ path, route: page.route }];
  });
  const parent = (within[0]?.route ?? findByPath(routes, pathname)?.route)?.parent;
  const declared = parent === undefined ? null : findByPath(routes, parent);
  if (parent === undefined || declared === null) return within;
  return [...pagesAbove(routes, parent), { path: parent, route: declared.route }, ...within];
}
