import type { AroundNavHandler } from 'wouter';

/** A new page starts at its top; a changed filter or page number replaces the address and does not scroll. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const before = window.location.pathname;
  navigate(to, options);
  if (options?.replace !== true && window.location.pathname !== before) window.scrollTo(0, 0);
};
