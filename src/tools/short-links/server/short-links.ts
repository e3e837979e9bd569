import type { CountsKeeper } from '../../../platform/server/list/counts-keeper.ts';
import type { Totals } from '../../../platform/server/list/totals.ts';
import type { LinkMemory } from './link-memory.ts';
import type { OwnerGroups } from './owner-groups.ts';
import type { SearchMemory } from './search-memory.ts';

/** What the operations of this tool share. */
export interface ShortLinks {
  publicUrl: string;
  timeZone: string;
  /** Reserved names in lower case. */
  reserved: ReadonlySet<string>;
  /** Hosts at which targets are checked each night. */
  checkedHosts: readonly string[];
  memory: Pick<LinkMemory, 'forget'>;
  counts: Pick<CountsKeeper, 'noticed'>;
  owners: OwnerGroups;
  /** Groups that a link can be given to. */
  knownGroups: readonly string[];
  searches: SearchMemory;
  /** Totals of one state, or of an order. */
  totals: Totals;
}
