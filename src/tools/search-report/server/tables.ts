import type { ColumnType, Generated } from 'kysely';
import {
  type Reader,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../../../platform/server/db/database.ts';
import type { Report, SearchQuestion } from '../contract.ts';

export interface ReportRow {
  id: string;
  asked_by_id: string;
  asked_by: string;
  question: SearchQuestion;
  state: Report['state'];
  read: number;
  /** About how many accounts there are to process, once that is known. */
  total: number | null;
  people: number | null;
  /** The first day for which the file has all sign-ins, as `YYYY-MM-DD`. */
  kept_since: string | null;
  csv: string | null;
  reason: string | null;
  asked_at: Date;
  ended_at: Date | null;
}

type Json = ColumnType<SearchQuestion, string, string>;
export interface Tables {
  search_reports: Omit<ReportRow, 'question' | 'asked_at' | 'state' | 'read' | 'total'> & {
    question: Json;
    state: Generated<ReportRow['state']>;
    read: Generated<number>;
    total: Generated<number | null>;
    asked_at: Generated<Date>;
  };
  search_questions: {
    id: string;
    owner_id: string;
    name: string;
    question: Json;
    created_at: Generated<Date>;
  };
}

export const readIn = (reader: Reader) => readTables<Tables>(reader);
export const writeIn = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
