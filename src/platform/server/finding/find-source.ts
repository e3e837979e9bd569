import type { Call } from '../../contract/call.ts';
import type { PersonActor } from '../actor/actor.ts';

/** Something that was found, as a tool declares it. */
export interface FoundEntry {
  /** Distinguishes it from other results of its source: the id by which the call behind it knows it. */
  readonly key: string;
  readonly title: string;
  /** A second line, if the title does not say everything. */
  readonly about?: string;
  /** A page of the portal, a file, or `mailto:` with an address. */
  readonly link: string;
}

/** What someone searches for. */
export interface Wanted {
  /** As it was typed. */
  readonly text: string;
  /** The words of it, in lower case. Each has to be found; never empty. */
  readonly words: readonly string[];
  /** More results are cut off. */
  readonly limit: number;
  /** Where the request came from, for what is shown only in some networks. */
  readonly clientAddress: string;
}

/** A kind of thing that the search finds. */
export interface FindSource {
  /** Among the sources of its tool. */
  readonly id: string;
  /** The heading above its results. */
  readonly title: string;
  /** The call that shows a result. People who may not make it find nothing here. */
  readonly behind: Call;
  /** What comes before a number of its things, such as `ticket` in "ticket #1061". */
  readonly numbered?: string;
  /** Finds names that begin with two letters, too, such as Wu; the others are asked from three letters on. */
  readonly findsBeginnings?: boolean;
  /**
   * What this viewer may open, best first. Decide about rows by the condition of the call behind it, and by nothing else.
   * Read it with one statement that an index bounds: it runs while someone types.
   */
  find(viewer: PersonActor, wanted: Wanted): Promise<readonly FoundEntry[]>;
}
