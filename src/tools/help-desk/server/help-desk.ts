import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { Totals } from '../../../platform/server/list/totals.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { HelpDeskCampus } from '../settings.ts';
import type { Articles } from './articles.ts';

/** What permissions there are, which page needs which, and who helps if a permission has no owner. */
export type DeskAccess = Pick<Platform, 'permissions' | 'accessOf'> & {
  readonly helper: { readonly name: string; readonly contact: string | null };
};

/** What the operations of this tool share. */
export interface HelpDesk extends HelpDeskCampus {
  readonly stored: StoredFiles;
  readonly throttle: Throttle;
  readonly totals: Totals;
  readonly articles: Articles;
  /** Of the college. */
  readonly timeZone: string;
  readonly access: DeskAccess;
  /** The directory groups of those who work at the desk. */
  readonly workers: readonly string[];
}
