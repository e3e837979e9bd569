import { z } from 'zod';
import { defineCall, downloadReply, jsonReply, uploadBody } from '../../platform/contract/call.ts';
import { emailText, id, searchText, text } from '../../platform/contract/fields.ts';
import { largestTable } from '../../platform/contract/largest-table.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { longestLabel } from './contract/columns.ts';
import { gradeFile, gradeUpload, sectionGrades, uploadPreview } from './contract/shapes.ts';

export type {
  GradeChange,
  GradeFile,
  GradeRow,
  GradeUpload,
  Quiz,
  Score,
  SectionGrades,
  UploadPreview,
} from './contract/shapes.ts';

const access = 'grades.open';
const path = '/api/canvas/mat/grades';

/** How long an upload can be undone. */
export const undoDays = 30;

/** How many grade files a request without a page gets. No one has that many. */
export const mostAtOnce = 1_000;

const csv = {
  // Grades: never written as a file to a disk, the storage, a job, or a backup.
  file: {
    handling: 'parsed',
    endings: ['.csv'],
    maxBytes: largestTable.bytes,
    maxFiles: 1,
    required: true,
  },
} as const;
/** For an export of the Canvas gradebook, which has neither; other files have columns for them. */
const said = z.object({ term: text({ max: 40 }).optional(), year: text({ max: 4 }).optional() });
const badRows = { kind: 'invalid', detail: 'Nothing was saved: some rows need to be fixed.' } as const;
const unknown = { kind: 'not-found', detail: "This grade file doesn't exist, or it isn't yours." } as const;
const label = text({ min: 1, max: longestLabel });

export const listGradeFiles = defineCall({
  name: 'listGradeFiles',
  summary:
    "Grade files, the newest term first: your own, or with `grades.see-all` everyone's or those of one `email`; `search` looks in the names and emails of their owners",
  method: 'GET',
  path: '/api/canvas/grades',
  access,
  ...pagedList(gradeFile, { email: emailText.optional(), search: searchText }, { unpaged: mostAtOnce }),
  identity: ['email'],
  actsForOthers: 'grades.see-all',
});

export const readUploadRules = defineCall({
  name: 'readUploadRules',
  summary: 'The terms that an upload may name, and how long grade files are kept',
  method: 'GET',
  path: `${path}/rules`,
  access,
  reply: jsonReply(z.object({ data: z.object({ terms: z.array(z.string()), keepYears: z.int() }) })),
});

export const readGrades = defineCall({
  name: 'readGrades',
  summary: 'The grades of a section, quiz by quiz',
  method: 'GET',
  path: `${path}/:id`,
  access,
  params: z.object({ id }),
  query: z.object({ section: label }),
  reply: jsonReply(z.object({ data: sectionGrades })),
  refusals: { unknown },
  discloses: 'grades.read',
});

export const previewGrades = defineCall({
  name: 'previewGrades',
  summary: 'What an upload of this file would change; nothing is changed or kept',
  method: 'POST',
  changesNothing: true,
  path: `${path}/preview`,
  access,
  body: uploadBody(said, csv),
  reply: jsonReply(z.object({ data: uploadPreview })),
  refusals: { 'bad-rows': badRows },
  discloses: 'grades.preview',
});

export const uploadGrades = defineCall({
  name: 'uploadGrades',
  summary:
    'Save the grades of this file: sections that it contains are replaced, others of the same term and year are left alone',
  method: 'POST',
  path,
  access,
  body: uploadBody(
    said.extend({ email: emailText.optional(), version: z.coerce.number().int().optional() }),
    csv,
  ),
  identity: ['email'],
  reply: jsonReply(z.object({ data: gradeFile }), 201),
  refusals: {
    'stale-version': {
      kind: 'conflict',
      detail:
        'Grades of this term were saved or undone in the meantime, so nothing was saved. Check again what would change.',
    },
    'bad-rows': badRows,
    'too-many-uploads': {
      kind: 'too-many',
      detail: 'You have uploaded many files in the past hour. Upload this one later.',
    },
  },
  idempotent: true,
});

export const listGradeUploads = defineCall({
  name: 'listGradeUploads',
  summary: 'The uploads of a grade file, newest first, and which of them can be undone',
  method: 'GET',
  path: `${path}/:id/uploads`,
  access,
  params: z.object({ id }),
  reply: jsonReply(z.object({ data: z.array(gradeUpload) })),
  refusals: { unknown },
});

export const undoGradeUpload = defineCall({
  name: 'undoGradeUpload',
  summary: 'Undo the newest upload of a grade file: its sections become what they were before',
  method: 'POST',
  path: `${path}/:id/uploads/:uploadId/undo`,
  access,
  params: z.object({ id, uploadId: id }),
  reply: jsonReply(z.object({ data: gradeFile })),
  refusals: {
    unknown,
    'not-newest': {
      kind: 'conflict',
      detail: 'Only the newest upload can be undone. Reload the page to see what changed in the meantime.',
    },
    'too-old': {
      kind: 'conflict',
      detail: `An upload can be undone for ${undoDays} days. This one is older.`,
    },
    'not-owner': { kind: 'forbidden', detail: 'Only the owner of a grade file can undo its uploads.' },
  },
  idempotent: true,
});

export const readDemoGrades = defineCall({
  name: 'readDemoGrades',
  summary: 'While the demo is on: a made-up term of grades to try an upload with, good or with mistakes',
  method: 'GET',
  path: '/api/canvas/mat/demo-grades/:which',
  access,
  params: z.object({ which: z.enum(['good', 'bad']) }),
  reply: jsonReply(z.object({ data: z.object({ fileName: z.string(), content: z.string() }) })),
  refusals: { 'no-demo': { kind: 'not-found', detail: 'There are no files to try while the demo is off.' } },
});

export const exportFormats = ['csv', 'canvas'] as const;

export const exportGrades = defineCall({
  name: 'exportGrades',
  summary:
    'A grade file, or one section of it, as CSV: with all scores, or the best of each quiz as the Canvas gradebook imports it',
  method: 'GET',
  path: `${path}/:id/export`,
  access,
  params: z.object({ id }),
  query: z.object({ section: label.optional(), format: z.enum(exportFormats).default('csv') }),
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals: {
    unknown,
    'too-wide': {
      kind: 'conflict',
      detail: 'This is too many students and quizzes for one Canvas table. Export one section at a time.',
    },
  },
  discloses: 'grades.export',
});

/** Every call of this tool, for the documents and the access matrix. */
export const gradesCalls = {
  listGradeFiles,
  readUploadRules,
  readGrades,
  previewGrades,
  uploadGrades,
  listGradeUploads,
  undoGradeUpload,
  exportGrades,
  readDemoGrades,
};
