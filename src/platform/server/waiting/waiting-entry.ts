import type { OneClickEntry } from '../http/one-click-entry.ts';

/** Something that is waiting for a person, as a tool declares it. */
export interface WaitingEntry {
  /** Distinguishes it from the tool's other entries. */
  readonly key: string;
  /** What to do, in a few words: "Review 3 RA logs". */
  readonly title: string;
  /** A second line, if the title does not say everything. */
  readonly about?: string;
  /** How many things this line stands for; 1 when left out. */
  readonly count?: number;
  readonly since: Date;
  /** When it has to be done, if there is a deadline. */
  readonly until?: Date;
  /** People cannot work until it is done: it comes before everything else. */
  readonly isUrgent?: true;
  /** The page where it is done. Leave it out for people who cannot open that page. */
  readonly link?: `/${string}`;
  readonly action?: OneClickEntry;
}
