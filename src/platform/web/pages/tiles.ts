import type { Access } from '../../contract/access.ts';
import {
  type IconName,
  type Place,
  type Tile,
  type Tool,
  type ToolGroup,
  toolGroups,
} from '../../contract/tool.ts';
import type { MayOpen } from '../routes/visible.ts';

/** A tile as it is shown. */
export interface TileView {
  to: string;
  title: string;
  about: string;
  icon: IconName;
}

/** The tiles under one heading; tiles without one come first. */
export interface TileGroup {
  heading: string | null;
  tiles: TileView[];
}

interface Declared extends TileView {
  place: string;
  heading: string | null;
  access: Access;
}

/** Every tile of the portal with the access of its page. */
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
    tool.tiles.flatMap(({ place, heading = null, screen, title, about, icon }): Declared[] => {
      const target = tool.screens[screen];
      if (target === undefined || place === undefined) return [];
      return [{ place, heading, to: target.path, title, about, icon, access: target.access }];
    }),
  );
  return [...ofPlaces, ...ofTools];
}

const byTitle = (left: TileView, right: TileView) => left.title.localeCompare(right.title, 'en-US');

/** What this person finds on a place: only tiles whose target they may open, sorted by title under their heading. */
export function tilesOf(
  place: string,
  tools: readonly Tool[],
  places: readonly Place[],
  mayOpen: MayOpen,
): TileGroup[] {
  const groups = new Map<string | null, TileView[]>([[null, []]]);
  for (const { place: on, heading, access, ...tile } of allTiles(tools, places)) {
    if (on !== place) continue;
    const tiles = groups.get(heading) ?? [];
    groups.set(heading, tiles);
    if (mayOpen(access)) tiles.push(tile);
  }
  return [...groups]
    .filter(([, tiles]) => tiles.length > 0)
    .map(([heading, tiles]) => ({ heading, tiles: tiles.sort(byTitle) }));
}

/** The tile of a tool, wherever it is. */
export interface ToolTile extends TileView {
  /** What its pin is stored as: the tool and the screen, since addresses may change. */
  id: string;
  group: ToolGroup;
  pinned: Tile['pinned'];
  /** Its place among all tiles as they are declared. */
  order: number;
  offline: boolean;
}

/** Every tool tile that this person may use, sorted by title. */
export function toolTilesFor(tools: readonly Tool[], mayOpen: MayOpen): ToolTile[] {
  const found = new Map<string, ToolTile>();
  for (const tool of tools) {
    for (const { screen, title, about, icon, group, pinned } of tool.tiles) {
      const target = tool.screens[screen];
      if (target === undefined || !mayOpen(target.access)) continue;
      const { path: to, offline = false } = target;
      found.set(to, {
        id: `${tool.id}.${screen}`,
        to,
        title,
        about,
        icon,
        group,
        pinned,
        order: found.size,
        offline,
      });
    }
  }
  return [...found.values()].sort(byTitle);
}

/** The tiles by what people want from them; groups without a tile are left out. */
export function byGroup(tiles: readonly ToolTile[]): { title: string; tiles: ToolTile[] }[] {
  return Object.entries(toolGroups)
    .map(([group, title]) => ({ title, tiles: tiles.filter((tile) => tile.group === group) }))
    .filter((group) => group.tiles.length > 0);
}

/** The tiles that are pinned for this person until they choose their own, in the order in which tools declare them. */
export function presetPins(tiles: readonly ToolTile[], mayOpen: MayOpen): ToolTile[] {
  return tiles
    .filter(({ pinned }) => pinned === true || (pinned !== undefined && !mayOpen(pinned.except)))
    .toSorted((one, other) => one.order - other.order);
}
