import { useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { findLeftBy } from './left-by.ts';

let lastArrival: string | null = null;

/**
 * Rendered after the content of a page; moves the focus to its heading once it is there. Someone who goes back continues
 * at the link by which they left, as on pages that the browser loads; rows that come later don't take the focus from the
 * heading. Not on the first page: there the browser already starts at the top.
 */
export function Arrival() {
  const pathname = usePathname();
  useEffect(() => {
    const came = lastArrival !== null && lastArrival !== pathname;
    lastArrival = pathname;
    if (!came) return;
    const link = findLeftBy(pathname);
    const main = document.querySelector<HTMLElement>('main');
    const heading = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
    if (link) link.focus();
    else heading?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
