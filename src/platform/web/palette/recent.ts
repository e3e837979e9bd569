import type { PaletteEntry } from './entries.ts';

/** A page is remembered only by its address; what the search found, as it was found. */
type RecentEntry = Pick<PaletteEntry, 'to'> & Partial<PaletteEntry>;

/**
 * What someone opened recently, newest first. It may include students' names, so it is in memory only, under the person:
 * signing out loads another page, and with that it is gone.
 */
let recent: { owner: string; entries: readonly RecentEntry[] } | null = null;

const most = 12;

export function noteRecent(owner: string, entry: RecentEntry): void {
  const before = recentOf(owner);
  const isSame = (one: RecentEntry) => (one.to ?? one.href) === (entry.to ?? entry.href);
  // What was found keeps its title when its page is visited.
  const known = { ...before.find(isSame), ...entry };
  recent = { owner, entries: [known, ...before.filter((one) => !isSame(one))].slice(0, most) };
}

/** @param owner The id of the account; what belongs to anyone else is dropped. */
export function recentOf(owner: string | null): readonly RecentEntry[] {
  if (recent !== null && recent.owner !== owner) recent = null;
  return recent?.entries ?? [];
}
