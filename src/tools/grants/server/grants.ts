import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { Totals } from '../../../platform/server/list/totals.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import type { GrantsCampus } from '../settings.ts';

/** What the operations of this tool share. */
export interface Grants extends GrantsCampus {
  readonly timeZone: string;
  readonly unaudited: Unaudited;
  readonly stored: StoredFiles;
  readonly totals: Totals;
  readonly throttle: Throttle;
}
