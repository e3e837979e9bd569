import type { Permission } from '../../contract/access.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { UnitOfWork } from '../change/change.ts';
import type { Reader } from '../db/database.ts';

/** Whose things they are. Some tools know people by address until their first sign-in. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A person with what they may do now, whether signed in or not. */
export interface Holder extends Owner {
  readonly groups: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
}

/** One thing that is still in use: a link that works, an open ticket. */
export interface Belonging {
  /** Within its kind. */
  readonly key: string;
  /** What to call it in a list for IT. Nothing that only its owner or a tool's own people may read. */
  readonly title: string;
  /** What an email calls it, if its title may say too much: email may be read in transit and forwarded. */
  readonly emailTitle?: string;
  /** A page about it, for people of the tool. */
  readonly link?: `/${string}`;
}

/** `true`, or a sentence that says why not; then nothing was written. */
export type Outcome = true | string;

/** What the second of two people who hand over the same thing gets. */
export const notTheirs = 'It no longer belongs to this person.';

/** One thing is handed over, or ends. */
export interface HandOver {
  readonly unit: UnitOfWork;
  /** Who does it, for messages; the audit log knows anyway. */
  readonly by: PersonActor;
  readonly from: Owner;
  readonly key: string;
}

/** One kind of thing that people own in a tool. */
export interface Belongings {
  /** Unique in the portal: `short-links.links`. */
  readonly kind: string;
  /** Heading of a list: `Short links`. */
  readonly title: string;
  /** What one and many are called: `short link`, `short links`. */
  readonly noun: readonly [one: string, many: string];
  /** What this person owns, at most `mostListed`, in an order that does not change. */
  list(reader: Reader, owner: Owner): Promise<readonly Belonging[]>;
  /** The ids of those of these people who own something of this kind, in one statement however many they are. */
  owners(reader: Reader, people: readonly Owner[]): Promise<readonly string[]>;
  /** Whether someone may have things of this kind, or still may: the same rule for a new owner and after losing groups. */
  mayHave(holder: Holder): Outcome;
  /**
   * Gives a thing to someone who may have it, with an audit entry of the tool. It locks the thing first, and returns
   * `notTheirs` if it is no longer the owner's. Without it, things of this kind can only end.
   */
  handOver?(handOver: HandOver & { readonly to: Holder }): Promise<Outcome>;
  /** Ends a thing, like `handOver`. */
  readonly end?: {
    /** What happens then, for the question: `They stop working immediately.` */
    readonly says: string;
    run(ending: HandOver): Promise<Outcome>;
  };
}

/** No one reads more, and each thing is locked when it changes hands. */
export const mostListed = 200;
