import type { Access } from '../../contract/access.ts';
import type { IconName, Place, Tool } from '../../contract/tool.ts';
import type { MayOpen } from '../routes/visible.ts';

/** A tile as it is shown. */
export interface TileView {
  to: string;
  title: string;
  about: string;
  icon: IconName;
}

/** The tiles under one heading; tiles without one stand first. */
export interface TileGroup {
  heading: string | null;
  tiles: TileView[];
}

interface Declared extends TileView {
  place: string;
  heading: string | null;
  access: Access;
}

/** Every tile of the portal with the access of what it leads to. */
function allTiles(tools: readonly Tool[], places: readonly Place[]): Declared[] {
  const ofPlaces = places.flatMap(({ tile, path, title, about, icon, access }): Declared[] =>
    tile === undefined
      ? []
      : [
          {
            place: tile.place,
            heading: tile.heading ?? null,
            to: path,
            title: tile.title ?? title,
            about,
            icon,
            access,
          },
        ],
  );
  const ofTools = tools.flatMap((tool) =>
    tool.tiles.flatMap(({ place, screen, title, about, icon }): Declared[] => {
      const target = tool.screens[screen];
      if (target === undefined) return [];
      return [{ place, heading: null, to: target.path, title, about, icon, access: target.access }];
    }),
  );
  return [...ofPlaces, ...ofTools];
}

const byTitle = (left: TileView, right: TileView) => left.title.localeCompare(right.title, 'en-US');

/** What this person finds on a place: only tiles whose target they may open, sorted by title within their heading. */
export function tilesOf(
  place: string,
  tools: readonly Tool[],
  places: readonly Place[],
  mayOpen: MayOpen,
): TileGroup[] {
  const groups = new Map<string | null, TileView[]>([[null, []]]);
  for (const { place: stands, heading, access, ...tile } of allTiles(tools, places)) {
    if (stands !== place) continue;
    const tiles = groups.get(heading) ?? [];
    groups.set(heading, tiles);
    if (mayOpen(access)) tiles.push(tile);
  }
  return [...groups]
    .filter(([, tiles]) => tiles.length > 0)
    .map(([heading, tiles]) => ({ heading, tiles: tiles.sort(byTitle) }));
}

/** Every tool tile that this person may use, wherever it stands, sorted by title. */
export function toolTilesFor(tools: readonly Tool[], mayOpen: MayOpen): TileView[] {
  const found = new Map<string, TileView>();
  for (const { to, title, about, icon, access } of allTiles(tools, [])) {
    if (mayOpen(access)) found.set(to, { to, title, about, icon });
  }
  return [...found.values()].sort(byTitle);
}
