import type { ColumnType, Generated } from 'kysely';
import type { NoticeBlock } from '../../../platform/contract/notices.ts';
import { type WriteTransaction, writeTables } from '../../../platform/server/db/database.ts';
import type { HistoryEntry } from '../contract/shapes.ts';

export interface NoticeRow {
  id: string;
  title: string;
  /** Markdown, as it was written. */
  text: string;
  /** The same, as parsed. */
  blocks: NoticeBlock[];
  tone: 'info' | 'warning' | 'emergency';
  /** `null`: everyone. */
  groups: string[] | null;
  starts_at: Date;
  ends_at: Date;
  link_href: string | null;
  link_text: string | null;
  created_by_id: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  withdrawn_at: Date | null;
  version: number;
  /** How many addresses got it by email. */
  emailed_to: number;
  /** The emergency that it ended. */
  all_clear_of: string | null;
}

/** A version of a notice as the history keeps it. */
export interface Said {
  title: string;
  text: string;
  tone: NoticeRow['tone'];
  groups: string[];
  from: string;
  until: string;
  linkHref: string | null;
  linkText: string | null;
}

export interface HistoryRow {
  version: number;
  action: HistoryEntry['action'];
  at: Date;
  by_name: string;
  said: Said;
}

type Given =
  | 'created_at'
  | 'updated_at'
  | 'version'
  | 'blocks'
  | 'withdrawn_at'
  | 'emailed_to'
  | 'all_clear_of';

export interface NoticesTables {
  notices: Omit<NoticeRow, Given> & {
    blocks: ColumnType<NoticeBlock[], string, string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    withdrawn_at: Generated<Date | null>;
    version: Generated<number>;
    emailed_to: Generated<number>;
    all_clear_of: Generated<string | null>;
  };
  notice_history: Omit<HistoryRow, 'at' | 'said'> & {
    notice_id: string;
    at: Generated<Date>;
    said: ColumnType<Said, string, never>;
  };
}

/** The tables of this tool within a write. */
export const noticesTables = (transaction: WriteTransaction) => writeTables<NoticesTables>(transaction);
