import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { Totals } from '../../../platform/server/list/totals.ts';
import type { FilesCampus } from '../settings.ts';

/** What the operations of this tool share. */
export interface FileServices extends FilesCampus {
  readonly stored: StoredFiles;
  readonly totals: Totals;
  /** The college's. */
  readonly timeZone: string;
  /** Names of the directory groups that the portal knows. */
  readonly knownGroups: readonly string[];
}
