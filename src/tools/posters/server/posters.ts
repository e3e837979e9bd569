import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { Totals } from '../../../platform/server/list/totals.ts';
import type { PostersCampus } from '../settings.ts';

/** What the operations of this tool share. */
export interface Posters extends PostersCampus {
  readonly stored: StoredFiles;
  readonly totals: Totals;
  /** Of the college. */
  readonly timeZone: string;
}
