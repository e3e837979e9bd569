import type { NoticeFace } from '../../contract/notices.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { OneClickEntry } from '../http/one-click-entry.ts';

/** Something to say on a page, as a tool declares it. */
export interface NoticeEntry extends Omit<NoticeFace, 'link'> {
  /** Distinguishes it from the tool's other notices. */
  readonly key: string;
  readonly link?: NoticeFace['link'];
  readonly updatedAt: Date;
  /** A sentence after the time. */
  readonly about?: string;
  readonly action?: OneClickEntry;
  readonly dismissal?: OneClickEntry;
  /** The bell counts it. */
  readonly isUnread?: boolean;
}

/** What a tool says on some pages of the portal. */
export interface ToolNotices {
  /** Paths of pages of tiles, of home, or of screens that draw `PlaceNotices`. */
  readonly places: readonly string[];
  /**
   * For this person, without what they have dismissed. Read it with one statement: the page waits for it, but no longer
   * than a moment.
   */
  list(viewer: PersonActor): Promise<readonly NoticeEntry[]>;
  /**
   * For a tool whose notices are in the bell and may be emergencies: it is asked for every page. Both are read from
   * memory, since anyone can ask as often as they like, and an emergency stays while the database is down.
   */
  readonly everywhere?: {
    /** What everyone may read, signed in or not. */
    listPublic(): Promise<readonly NoticeEntry[]>;
    /** Changes when a notice begins, ends, or is edited. */
    revision(): Promise<string>;
  };
}
