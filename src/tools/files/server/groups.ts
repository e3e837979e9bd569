import { foldCase } from '../../../platform/server/list/search.ts';
import { entriesOf } from './networks.ts';

/** Stands for everyone in the index of groups; no group can have this name. */
export const everyone = '*';

/** Groups of a joined list, in the portal's spelling if it knows them. */
export function groupsOf(joined: string, known: readonly string[]): { groups: string[]; unknown: string[] } {
  const spelled = new Map(known.map((name) => [foldCase(name), name]));
  const written = entriesOf(joined);
  const groups = [
    ...new Map(written.map((name) => [foldCase(name), spelled.get(foldCase(name)) ?? name])).values(),
  ];
  return { groups, unknown: groups.filter((name) => !spelled.has(foldCase(name))) };
}

/** As the index has them: directories are not case-sensitive. */
export function foldedGroups(groups: readonly string[]): string[] {
  return groups.length === 0 ? [everyone] : groups.map(foldCase);
}
