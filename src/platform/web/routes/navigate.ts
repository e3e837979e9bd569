import type { AroundNavHandler } from 'wouter';
import { afterClosing, isOnDialog } from '../../ui/use-back-closes.ts';
import { pageData } from '../session/page-data.ts';
import { noteLeaving } from './left-by.ts';
import { withoutEndSlash } from './match.ts';

/** For a page that was opened with a slash at the end: what compares addresses knows them without it. */
export function dropEndSlash(): void {
  const address = new URL(window.location.href);
  address.pathname = withoutEndSlash(address.pathname);
  history.replaceState(history.state, '', address);
}

export interface HeldNavigation {
  target: URL;
  isReplaced: boolean;
  leave: () => void;
}

interface Holder {
  /** @returns whether it calls `leave` later, or never */
  mayHold: (navigation: HeldNavigation) => boolean;
  onBack: (event: PopStateEvent) => void;
}

let holder: Holder | null = null;

/** For browsers in which navigations can't be listened for. */
export function holdNavigations(by: Holder, signal: AbortSignal): void {
  holder = by;
  signal.addEventListener('abort', () => {
    holder = null;
  });
}

// Before the router listens, which would draw the other page.
globalThis.addEventListener?.('popstate', (event) => holder?.onBack(event));

/**
 * A new page starts at its top, even one that replaces another; a changed filter or page number does not scroll. A page whose
 * policy is wider than that of the others is left by a load: neither the policy nor an outside service's script stays.
 */
export const aroundNavigation: AroundNavHandler = (navigate, written, options) =>
  afterClosing(() => {
    const to = withoutEndSlash(written);
    const target = new URL(to, window.location.href);
    const before = window.location.pathname;
    const isReplaced = options?.replace === true;
    const leave = () => {
      const how = isOnDialog() ? { ...options, replace: true } : options;
      if (pageData.ownPolicy && target.pathname !== before) {
        if (how?.replace) window.location.replace(to);
        else window.location.assign(to);
        return;
      }
      if (target.pathname !== before) noteLeaving(before, target.pathname);
      navigate(to, how);
      if (window.location.pathname !== before) window.scrollTo(0, 0);
    };
    if (!holder?.mayHold({ target, isReplaced, leave })) leave();
  });
