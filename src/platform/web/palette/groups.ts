import type { FoundGroup, FoundItem } from '../../contract/finding.ts';
import { findByPath } from '../routes/match.ts';
import type { Route } from '../routes/route.tsx';
import type { PaletteEntry } from './entries.ts';
import { searchEntries } from './search.ts';

/** Entries under one heading. */
export interface PaletteGroup {
  id: string;
  title: string;
  entries: readonly PaletteEntry[];
  /** What was found for other words, while these are being looked up. */
  isStale?: boolean;
}

/** Tells an entry from all others, even two logs of the same building and day. */
export const keyOf = (group: PaletteGroup, { key = '', to, href = '', title }: PaletteEntry) =>
  `${group.id} ${key} ${to ?? href} ${title}`;

/** What the keys reach. What was found for other words needs a click: people press Enter for the words they have typed. */
export function optionsOf(groups: readonly PaletteGroup[]) {
  return groups
    .filter(({ isStale = false }) => !isStale)
    .flatMap((group) => group.entries.map((entry) => ({ entry, key: keyOf(group, entry) })));
}

const most = { recent: 5, pinned: 8, pages: 5 };

interface Known {
  /** Pages, tools, and what can be done from anywhere. */
  entries: readonly PaletteEntry[];
  /** Addresses of the pinned tools, in their order. */
  pinned: readonly string[];
  recent: readonly (Pick<PaletteEntry, 'to'> & Partial<PaletteEntry>)[];
  /** The address of this page: no one is looking for it. */
  here: string;
}

/** Before anything is typed: what was opened recently, what is pinned, and then everything. */
export function groupsBefore({ entries, pinned, recent, here }: Known): PaletteGroup[] {
  const knownAt = (address: string | undefined) =>
    entries.find(({ to, href }) => address !== undefined && address === (to ?? href));
  // The entry itself, not the copy that was kept when it was opened: below, the others are compared with it.
  const recently = recent
    .filter(({ to }) => to !== here)
    .flatMap((one) => knownAt(one.to ?? one.href) ?? (isWhole(one) ? one : []))
    .slice(0, most.recent);
  const pins = pinned.flatMap((to) => knownAt(to) ?? []).slice(0, most.pinned);
  const shown = new Set([...recently, ...pins]);
  const groups = [
    { id: 'recent', title: 'Recent', entries: recently },
    { id: 'pinned', title: 'Pinned', entries: pins.filter((entry) => !recently.includes(entry)) },
    { id: 'pages', title: 'All pages', entries: entries.filter((entry) => !shown.has(entry)) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

const isWhole = (entry: Known['recent'][number]): entry is PaletteEntry => entry.title !== undefined;

/** What is found in the pages at once, and below it what the server found. */
export function groupsFor(typed: string, entries: readonly PaletteEntry[]): PaletteGroup[] {
  const found = searchEntries(entries, typed).slice(0, most.pages);
  return found.length === 0 ? [] : [{ id: 'pages', title: 'Pages', entries: found }];
}

type Routes = readonly Pick<Route, 'path'>[];

/** What the server found, with the icons of its tools. */
export function groupsFound(
  found: readonly FoundGroup[],
  { routes, iconOf }: { routes: Routes; iconOf: (tool: string) => PaletteEntry['icon'] },
): PaletteGroup[] {
  return found.map(({ id, title, results }) => {
    const icon = iconOf(id.slice(0, id.indexOf('.')));
    return { id, title, entries: results.map((item) => ({ ...entryOf(item, routes), icon })) };
  });
}

/** A page of ours opens without a reload; a file or an email address is the browser's. */
function entryOf({ key, title, about, link }: FoundItem, routes: Routes): PaletteEntry {
  const isPage = link.startsWith('/') && findByPath(routes, link.split('?')[0] ?? link) !== null;
  const address = isPage ? { to: link } : { href: link };
  return { key, title, about: about ?? '', keywords: [], icon: null, ...address };
}
