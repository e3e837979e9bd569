import { useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';

let lastArrival: string | null = null;

/**
 * Rendered after the content of a page; moves the focus to its heading once it is there. Not on the first page: there
 * the browser already starts at the top.
 */
export function Arrival() {
  const pathname = usePathname();
  useEffect(() => {
    const came = lastArrival !== null && lastArrival !== pathname;
    lastArrival = pathname;
    if (!came) return;
    const main = document.querySelector<HTMLElement>('main');
    (main?.querySelector<HTMLElement>('h1[tabindex]') ?? main)?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
