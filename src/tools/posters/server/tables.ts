import type { Generated } from 'kysely';
import { type WriteTransaction, writeTables } from '../../../platform/server/db/database.ts';
import type { PosterState } from '../contract/shapes.ts';

export interface RequestRow {
  id: string;
  number: number;
  requester_id: string;
  requester_name: string;
  requester_email: string;
  folded: string;
  state: PosterState;
  copies: number;
  notes: string;
  /** A calendar day. */
  needed_by: string;
  paper: string;
  finish: string;
  department: string;
  budget_code: string;
  estimate_cents: number | null;
  stored_name: string | null;
  file_name: string;
  bytes: number;
  /** Inches. */
  width: number;
  height: number;
  pages: number;
  created_at: Date;
  changed_at: Date;
  ended_at: Date | null;
  version: number;
}

export interface MessageRow {
  id: string;
  request_id: string;
  at: Date;
  author_id: string;
  author_name: string;
  from_mail_room: boolean;
  text: string;
  state: PosterState | null;
}

interface Tables {
  poster_requests: Omit<RequestRow, 'number' | 'created_at' | 'changed_at' | 'version'> & {
    number: Generated<number>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    version: Generated<number>;
  };
  poster_messages: Omit<MessageRow, 'at'> & { at: Generated<Date> };
}

/** The tables of this tool within a write. */
export const posterTables = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
