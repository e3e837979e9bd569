interface PressedLink {
  href: string;
  /** Which of the links to the same page, from 0. */
  order: number;
}

/** The last link that was pressed on each page, by the page's path. */
const pressed = new Map<string, PressedLink>();
/** The page that is shown, and the one that Back or Forward has just brought. */
let here = window.location.pathname;
let broughtBack: string | null = null;

/**
 * Whoever goes back by keyboard or with a screen reader continues at the link that they left the page by, such as one of
 * many rows, as they do on pages that the browser loads. A page that comes puts the focus on its heading; the link takes
 * it from there.
 */
export function focusOnReturn(): void {
  window.addEventListener('popstate', () => {
    const { pathname } = window.location;
    // Going back may also just have closed a dialog.
    broughtBack = pathname === here ? null : pathname;
    here = pathname;
  });
  document.addEventListener('click', noteLink, { capture: true });
  document.addEventListener('focusin', ({ target }) => {
    here = window.location.pathname;
    const left = broughtBack === here ? pressed.get(here) : undefined;
    const link = left && linksTo(left.href)[left.order];
    // A heading may get it more than once while its page comes. When something else has it, the person has gone on.
    if (target instanceof Element && target.matches('main h1')) link?.focus({ preventScroll: true });
    else if (target !== link) broughtBack = null;
  });
}

function noteLink({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null;
  if (link === null) return;
  const href = link.getAttribute('href') ?? '';
  pressed.set(window.location.pathname, { href, order: linksTo(href).indexOf(link) });
}

function linksTo(href: string): HTMLAnchorElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('main a[href]');
  return [...links].filter((link) => link.getAttribute('href') === href);
}
