import type { AroundNavHandler } from 'wouter';
import { afterClosing } from '../../ui/use-back-closes.ts';
import { pageData } from '../session/page-data.ts';

/**
 * A new page starts at its top; a changed filter or page number replaces the address and does not scroll. A page whose
 * policy is wider than that of the others is left by a load: neither the policy nor an outside service's script stays.
 */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) =>
  afterClosing(() => {
    const before = window.location.pathname;
    if (pageData.ownPolicy && new URL(to, window.location.href).pathname !== before) {
      if (options?.replace === true) window.location.replace(to);
      else window.location.assign(to);
      return;
    }
    navigate(to, options);
    if (options?.replace !== true && window.location.pathname !== before) window.scrollTo(0, 0);
  });
