import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { Totals } from '../../../platform/server/list/totals.ts';
import type { HelpDeskCampus } from '../settings.ts';
import type { Articles } from './articles.ts';

/** What the operations of this tool share. */
export interface HelpDesk extends HelpDeskCampus {
  readonly stored: StoredFiles;
  readonly totals: Totals;
  readonly articles: Articles;
  /** Of the college. */
  readonly timeZone: string;
  /** The directory groups of those who work at the desk. */
  readonly workers: readonly string[];
}
