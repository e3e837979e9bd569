/** The links by which pages were left, by the path of the page. */
const leftBy = new Map<string, { href: string; order: number }>();
/** The page that a link or the portal itself opened last. Any other page was brought by Back or Forward. */
let opened: string | null = null;

/** Called before the router draws the other page: a listener for `popstate` may run only after that. */
export function noteLeaving(from: string, to: string): void {
  opened = to;
  leftBy.delete(from);
  const link = document.activeElement;
  const href = link?.getAttribute('href');
  if (href) leftBy.set(from, { href, order: linksTo(href).indexOf(link as HTMLElement) });
}

/** For a page that was gone back to: the link by which it was left, if it is there. */
export function findLeftBy(pathname: string): HTMLElement | undefined {
  const left = opened === pathname ? undefined : leftBy.get(pathname);
  opened = null;
  return left && linksTo(left.href)[left.order];
}

/** More than one link may go to the same page. */
function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main a')].filter(
    (link) => link.getAttribute('href') === href,
  );
}
