import type { ColumnType, Generated } from 'kysely';
import type { DataOwner } from '../../../platform/server/change/audit.ts';
import {
  type Reader,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../../../platform/server/db/database.ts';
import type { Score } from '../contract.ts';

/** A student's scores in one quiz, as a section keeps them. */
export interface StoredGrade {
  quiz: string;
  student: string;
  studentId: string;
  email: string;
  /** Whose it is, by the email at the time of the upload, if it found someone. */
  owner?: DataOwner;
  points: number;
  original: Score;
  /** Without those behind the last one. */
  retakes: Score[];
}

export interface GradeFileRow {
  id: string;
  owner_id: string;
  term: string;
  year: number;
  created_at: Date;
  updated_at: Date;
}

export interface GradeUploadRow {
  id: string;
  file_id: string;
  at: Date;
  by_name: string;
  added: number;
  changed: number;
  removed: number;
  undone_at: Date | null;
}

export interface GradeSectionRow {
  id: string;
  file_id: string;
  label: string;
  folded_label: string;
  upload_id: string;
  /** The upload that replaced it; it stays after an undo has brought the section back. */
  ended_by: string | null;
  is_current: boolean;
  quizzes: number;
  students: number;
  rows: StoredGrade[];
}

interface Tables {
  grade_files: Omit<GradeFileRow, 'created_at' | 'updated_at'> & {
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  grade_uploads: Omit<GradeUploadRow, 'at'> & { at: Generated<Date> };
  grade_sections: Omit<GradeSectionRow, 'rows'> & { rows: ColumnType<StoredGrade[], string, never> };
}

export const readIn = (reader: Reader) => readTables<Tables>(reader);
export const writeIn = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
