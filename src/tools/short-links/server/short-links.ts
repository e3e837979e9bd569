import type { Totals } from '../../../platform/server/list/totals.ts';
import type { LinkMemory } from './link-memory.ts';

/** What the operations of this tool share. */
export interface ShortLinks {
  publicUrl: string;
  timeZone: string;
  /** Reserved names in lower case. */
  reserved: ReadonlySet<string>;
  memory: Pick<LinkMemory, 'forget'>;
  totals: Totals;
}
