import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { HelpDeskCampus } from '../settings.ts';

/** What the operations of this tool share. */
export interface HelpDesk extends HelpDeskCampus {
  readonly stored: StoredFiles;
  /** The directory groups of those who work at the desk. */
  readonly workers: readonly string[];
}
