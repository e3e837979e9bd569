import { z } from 'zod';
import { id } from '../../../platform/contract/fields.ts';
import { mostRetakes } from './columns.ts';

/** Points with at most two decimals, excused, or none yet. */
const score = z.union([z.number(), z.literal('EX'), z.null()]);
export type Score = z.output<typeof score>;

const section = z.object({ label: z.string(), quizzes: z.int(), students: z.int() });

export const gradeFile = z.object({
  id,
  term: z.string(),
  year: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Whose file it is. */
  owner: z.string(),
  isOwn: z.boolean(),
  sections: z.array(section),
});
export type GradeFile = z.output<typeof gradeFile>;

const gradeRow = z.object({
  student: z.string(),
  studentId: z.string(),
  original: score,
  /** Retakes 1 to 5. */
  retakes: z.array(score).length(mostRetakes),
  /** The highest of all scores; `EX` or nothing if there is none. */
  best: score,
});
export type GradeRow = z.output<typeof gradeRow>;

const quiz = z.object({
  name: z.string(),
  pointsPossible: z.number(),
  rows: z.array(gradeRow),
});
export type Quiz = z.output<typeof quiz>;

/** One section of a grade file, quiz by quiz. */
export const sectionGrades = gradeFile.extend({ section: z.string(), quizzes: z.array(quiz) });
export type SectionGrades = z.output<typeof sectionGrades>;

export const gradeUpload = z.object({
  id,
  at: z.iso.datetime(),
  by: z.string(),
  sections: z.array(z.string()),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  undoneAt: z.iso.datetime().nullable(),
  can: z.object({ undo: z.boolean() }),
});
export type GradeUpload = z.output<typeof gradeUpload>;

/** A score, or a whole row, that an upload changes. */
const gradeChange = z.object({
  section: z.string(),
  quiz: z.string(),
  student: z.string(),
  /** A column of the template; `''` for a row that is new or gone. */
  column: z.string(),
  before: z.string(),
  after: z.string(),
});
export type GradeChange = z.output<typeof gradeChange>;

const rowWarning = z.object({ row: z.int(), column: z.string(), value: z.string(), message: z.string() });

export const uploadPreview = z.object({
  term: z.string(),
  year: z.int(),
  /** There is no file of this term and year yet. */
  isNew: z.boolean(),
  /** Of the file when this was read; 0 if there is none. Sent with the upload, which then replaces nothing newer. */
  version: z.int(),
  sections: z.array(
    section.extend({
      isNew: z.boolean(),
      quizNames: z.array(z.string()),
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
    }),
  ),
  /** Sections of the file that the upload leaves as they are. */
  untouched: z.array(z.string()),
  unknownColumns: z.array(z.string()),
  /** Rows to check, which are accepted: 200 at most. */
  warnings: z.array(rowWarning).max(200),
  warningsTotal: z.int(),
  /** What differs from the file of the same term and year: 200 at most. */
  changes: z.array(gradeChange).max(200),
  changesTotal: z.int(),
});
export type UploadPreview = z.output<typeof uploadPreview>;
