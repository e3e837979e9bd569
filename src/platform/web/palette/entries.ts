import type { CampusData } from '../../contract/account.ts';
import type { IconName, NavigationEntry, Place, Tool } from '../../contract/tool.ts';
import type { Route } from '../routes/route.tsx';
import { isOpenable, type MayOpen } from '../routes/visible.ts';

/** Something that the palette finds: a page of ours (`to`), another site (`href`), or something it does (`run`). */
export interface PaletteEntry {
  /** Unique among the results of its kind; a page needs none. */
  key?: string;
  title: string;
  about: string;
  keywords: readonly string[];
  icon: IconName | null;
  to?: string;
  href?: string;
  run?: () => void;
}

export interface PaletteSources {
  routes: readonly Pick<Route, 'path' | 'title' | 'access' | 'keywords'>[];
  tools: readonly Tool[];
  places: readonly Place[];
  navigation: readonly NavigationEntry[];
  links: CampusData['links'];
}

const notWorthFinding = new Set(['/sign-in']);

/** Everything that this person may open, and nothing else, not even by name. */
export function paletteEntries(sources: PaletteSources, mayOpen: MayOpen): PaletteEntry[] {
  const { routes, tools, places, navigation, links } = sources;
  const looks = looksOf(tools, places);
  const pages = routes
    .filter((route) => isOpenable(route) && !notWorthFinding.has(route.path) && mayOpen(route.access))
    .map(({ path, title, keywords }): PaletteEntry => {
      const { about = '', icon = null } = looks.get(path) ?? {};
      return { title, about, keywords, icon, to: path };
    });
  return [...pages, ...actionsOf(tools, mayOpen), ...externalEntries(navigation, links)].sort((left, right) =>
    left.title.localeCompare(right.title, 'en-US'),
  );
}

/** What tools offer to do at once, such as adding something. */
function actionsOf(tools: readonly Tool[], mayOpen: MayOpen): PaletteEntry[] {
  return tools.flatMap((tool) =>
    (tool.actions ?? []).flatMap(({ screen, search, title, about, keywords = [] }) => {
      const target = tool.screens[screen];
      if (target === undefined || !mayOpen(target.access)) return [];
      return [{ title, about, keywords, icon: iconOf(tool, screen), to: `${target.path}?${search}` }];
    }),
  );
}

const iconOf = (tool: Tool, screen: string) =>
  tool.tiles.find((tile) => tile.screen === screen)?.icon ?? null;

/** What tiles and places say about the pages they open. */
function looksOf(tools: readonly Tool[], places: readonly Place[]) {
  const looks = new Map<string, { about: string; icon: IconName }>();
  for (const { path, about, icon } of places) looks.set(path, { about, icon });
  for (const tool of tools) {
    for (const { screen, about, icon } of tool.tiles) {
      const target = tool.screens[screen];
      if (target !== undefined) looks.set(target.path, { about, icon });
    }
  }
  return looks;
}

function externalEntries(entries: readonly NavigationEntry[], links: CampusData['links']): PaletteEntry[] {
  return entries.flatMap(({ title, link, children = [] }) => {
    const href = link === undefined ? undefined : links[link];
    const below = externalEntries(children, links);
    return href === undefined
      ? below
      : [{ title, about: hostOf(href), keywords: [], icon: null, href }, ...below];
  });
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
