import type { CampusData } from '../../contract/account.ts';
import type { NavigationEntry } from '../../contract/tool.ts';
import type { TileGroup, ToolTile } from '../pages/tiles.ts';
import { findByPath } from '../routes/match.ts';
import type { Route } from '../routes/route.tsx';
import type { MayOpen } from '../routes/visible.ts';

/** An entry as it is shown: a page of ours (`to`), another site (`href`), or a heading over children. */
export interface NavigationItem {
  title: string;
  to?: string;
  href?: string;
  /** The heading above it in a dropdown: "Departments". */
  heading?: string;
  children: NavigationItem[];
}

type Routes = readonly Pick<Route, 'path' | 'access'>[];

/**
 * The entries that this person sees: pages that exist and that they may open, and addresses that the college has
 * configured. An entry without its own page stays as long as one of its children does.
 * @param tilesOn What this person may use on a place: it drops down from the entry, if they may open the place.
 */
export function visibleNavigation(
  entries: readonly NavigationEntry[],
  routes: Routes,
  links: CampusData['links'],
  mayOpen: MayOpen,
  tilesOn: (place: string) => readonly TileGroup[] = () => [],
): NavigationItem[] {
  return entries.flatMap((entry) => {
    const declared = visibleNavigation(entry.children ?? [], routes, links, mayOpen);
    const route = entry.to === undefined ? null : findByPath(routes, entry.to);
    const to = route !== null && mayOpen(route.route.access) ? entry.to : undefined;
    const children = [...declared, ...(to === undefined ? [] : tilesOn(to).flatMap(toItems))];
    const href = entry.link === undefined ? undefined : links[entry.link];
    if (to === undefined && href === undefined && children.length === 0) return [];
    return [
      {
        title: entry.title,
        ...(to === undefined ? {} : { to }),
        ...(href === undefined ? {} : { href }),
        children,
      },
    ];
  });
}

function toItems({ heading, tiles }: TileGroup): NavigationItem[] {
  return tiles.map(({ title, to }) => ({
    title,
    to,
    ...(heading === null ? {} : { heading }),
    children: [],
  }));
}

/** What the menu of a phone lists. */
interface Menu {
  items: NavigationItem[];
  groups: { title: string; tiles: ToolTile[] }[];
}

/** Each page once: as an entry, else among the tools, else below an entry. */
export function withoutRepetition({ items, groups }: Menu): Menu {
  const listed = new Set(items.map(({ to }) => to));
  const isNew = ({ to }: { to?: string }) => to === undefined || (!listed.has(to) && listed.add(to));
  // The order matters: what comes first stays.
  const fewer = groups.map(({ title, tiles }) => ({ title, tiles: tiles.filter(isNew) }));
  return {
    groups: fewer.filter(({ tiles }) => tiles.length > 0),
    items: items
      .map((item) => ({ ...item, children: item.children.filter(isNew) }))
      .filter(({ to, href, children }) => to ?? href ?? children[0]),
  };
}

/**
 * The one entry that the page belongs to: the closest address wins, then the entry's own page over one in a dropdown,
 * then the first. A page that is in two dropdowns does not mark both.
 */
export function currentItem(items: readonly NavigationItem[], pathname: string): NavigationItem | undefined {
  const closeness = ({ to }: NavigationItem) => (to !== undefined && isWithin(pathname, to) ? to.length : 0);
  let best: NavigationItem | undefined;
  let most = 0;
  for (const item of items) {
    const own = closeness(item) * 2 + (closeness(item) > 0 ? 1 : 0);
    const close = Math.max(own, ...item.children.map((child) => closeness(child) * 2));
    if (close > most) [best, most] = [item, close];
  }
  return best;
}

/** The address in the menu of a phone that is closest to this page. */
export function closestAddress({ items, groups }: Menu, pathname: string): string | undefined {
  const listed = [
    ...items.flatMap(({ to, children }) => [to, ...children.map((child) => child.to)]),
    ...groups.flatMap(({ tiles }) => tiles.map(({ to }) => to)),
  ];
  return listed
    .filter((to) => to !== undefined)
    .filter((to) => isWithin(pathname, to))
    .sort((one, other) => other.length - one.length)[0];
}

/** Whether the address is this page or is below it. */
export function isWithin(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`);
}
