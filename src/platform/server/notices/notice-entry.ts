import type { PersonActor } from '../actor/actor.ts';
import type { OneClickEntry } from '../http/one-click-entry.ts';

/** Something to say on a page, as a tool declares it. */
export interface NoticeEntry {
  /** Distinguishes it from the tool's other notices. */
  readonly key: string;
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly text: string;
  readonly updatedAt: Date;
  /** A sentence after the time. */
  readonly about?: string;
  readonly action?: OneClickEntry;
}

/** What a tool says on some pages of the portal. */
export interface ToolNotices {
  /** Paths of pages of tiles, or of screens that draw `PlaceNotices`. */
  readonly places: readonly string[];
  /** For this person. Read it with one statement: the page waits for it, but no longer than a moment. */
  list(viewer: PersonActor): Promise<readonly NoticeEntry[]>;
}
