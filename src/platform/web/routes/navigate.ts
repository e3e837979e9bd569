import type { AroundNavHandler } from 'wouter';
import { afterClosing } from '../../ui/use-back-closes.ts';
import { pageData } from '../session/page-data.ts';
import { withoutEndSlash } from './match.ts';

/** For a page that was opened with a slash at the end: what compares addresses knows them without it. */
export function dropEndSlash(): void {
  const address = new URL(window.location.href);
  address.pathname = withoutEndSlash(address.pathname);
  history.replaceState(history.state, '', address);
}

/**
 * A new page starts at its top; a changed filter or page number replaces the address and does not scroll. A page whose
 * policy is wider than that of the others is left by a load: neither the policy nor an outside service's script stays.
 */
export const aroundNavigation: AroundNavHandler = (navigate, written, options) =>
  afterClosing(() => {
    const to = withoutEndSlash(written);
    const before = window.location.pathname;
    if (pageData.ownPolicy && new URL(to, window.location.href).pathname !== before) {
      if (options?.replace === true) window.location.replace(to);
      else window.location.assign(to);
      return;
    }
    navigate(to, options);
    if (options?.replace !== true && window.location.pathname !== before) window.scrollTo(0, 0);
  });
