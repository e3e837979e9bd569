import { findByPath, segmentsOf } from '../routes/match.ts';
import type { Route } from '../routes/route.tsx';
import type { MayOpen } from '../routes/visible.ts';

export interface Crumb {
  title: string;
  /** Absent for the page itself, and for a page that this person may not open. */
  to?: string;
}

type Routes = readonly Pick<Route, 'path' | 'title' | 'access' | 'parents'>[];

/**
 * The breadcrumbs of a page deeper than one segment; empty for any other. Only pages are named: a segment that is not a
 * page, such as `/departments`, would promise a page that does not exist.
 */
export function crumbsOf(routes: Routes, pathname: string, mayOpen: MayOpen): Crumb[] {
  const here = findByPath(routes, pathname);
  if (here === null || segmentsOf(pathname).length < 2) return [];
  const plain = `/${segmentsOf(pathname).join('/')}`;
  const above = pathsAbove(routes, plain, mayOpen).flatMap((path): Crumb[] => {
    const page = findByPath(routes, path);
    if (page === null) return [];
    const { title, access } = page.route;
    return [mayOpen(access) ? { title, to: path } : { title }];
  });
  // A public page below no other, such as a short link, has nothing to go up to, nor has one for a stranger.
  const hasWayUp = here.route.access !== 'public' || (above.length > 0 && mayOpen('signed-in'));
  return hasWayUp ? [...above, { title: here.route.title }] : [];
}

/** Shorter and shorter parts of the path, the shortest first; above them those of the parent that a page declares. */
function pathsAbove(routes: Routes, path: string, mayOpen: MayOpen): string[] {
  const next = parentOf(routes, path, mayOpen) ?? path.slice(0, path.lastIndexOf('/'));
  return next === '' ? [] : [...pathsAbove(routes, next, mayOpen), next];
}

/** The declared parent that this person may open; if there is none, the last one. */
export function parentOf(routes: Routes, path: string, mayOpen: MayOpen): string | undefined {
  const parents = findByPath(routes, path)?.route.parents;
  const isOpen = (parent: string) => mayOpen(findByPath(routes, parent)?.route.access ?? 'public');
  return parents?.find(isOpen) ?? parents?.at(-1);
}
