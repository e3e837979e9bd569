import type { Reader } from '../db/database.ts';

/** Someone whom rows of a tool allow to do something. */
export interface RowHolder {
  /** Of the account, or a key of the row for someone without one. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSignedIn: boolean;
  readonly blocked: boolean;
}

/**
 * What rows of a tool let individuals do, whatever their groups: a seat on a list. For IT, to see why.
 */
export interface RowRight {
  /** Unique in the portal, and not a permission: `grants.seat`. */
  readonly id: string;
  /** One sentence, like a permission's: `Vote on funding applications.` */
  readonly about: string;
  /** What gives it, after "By": `a seat on the list of approvers`. */
  readonly by: string;
  has(reader: Reader, person: { readonly id: string; readonly email: string }): Promise<boolean>;
  /** Everyone who has it, by name: a list that is kept by hand, so a short one. */
  holders(reader: Reader): Promise<readonly RowHolder[]>;
}
