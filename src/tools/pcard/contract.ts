import { z } from 'zod';
import { defineCall, downloadReply, jsonBody, jsonReply, uploadBody } from '../../platform/contract/call.ts';
import { id, searchText } from '../../platform/contract/fields.ts';
import { largestTable } from '../../platform/contract/largest-table.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { journalLine, pcardForm, preview, processing, run, voiding } from './shapes.ts';

export type { JournalLineSent, PcardForm, Preview, Run, Warning } from './shapes.ts';

const path = '/api/departments/business-office/pcard';
const access = 'pcard.process';
const params = z.object({ id });

const upload = {
  // Card numbers: never on a disk, in the storage, a job, or a backup.
  file: { handling: 'parsed', maxBytes: largestTable.bytes, maxFiles: 1, required: true },
} as const;

const refusals = {
  'bad-rows': { kind: 'invalid', detail: 'Nothing was produced: some rows need to be fixed.' },
  'no-profile': {
    kind: 'invalid',
    detail: "This profile doesn't exist. Reload the page and choose another.",
  },
} as const;

export const readPcardForm = defineCall({
  name: 'readPcardForm',
  summary: 'The profiles to choose from, and, while the demo is on, files to try',
  method: 'GET',
  path: `${path}/form`,
  access,
  reply: jsonReply(z.object({ data: pcardForm })),
});

export const previewPcard = defineCall({
  name: 'previewPcard',
  summary: 'The journal that a file would become, with totals and warnings; nothing is kept',
  method: 'POST',
  changesNothing: true,
  path: `${path}/preview`,
  access,
  body: uploadBody(processing, upload),
  reply: jsonReply(z.object({ data: preview })),
  refusals,
});

/** Lines in one response. */
export const linesAtOnce = 100;

/** The number of the first line requested. */
const from = z.coerce.number().int().min(1).max(10_000_000).default(1);

export const previewPcardLines = defineCall({
  name: 'previewPcardLines',
  summary:
    'The next 100 lines of the journal that a file would become; the file is sent again, because none is kept',
  method: 'POST',
  changesNothing: true,
  path: `${path}/preview/lines`,
  access,
  body: uploadBody(processing.extend({ from }), upload),
  reply: jsonReply(z.object({ data: z.array(journalLine), total: z.int() })),
  refusals,
});

export const processPcard = defineCall({
  name: 'processPcard',
  summary:
    'Turn a file into a journal, a text file named after the number; what was processed before needs `confirmed=true`',
  method: 'POST',
  path: `${path}/process`,
  access,
  body: uploadBody(processing.extend({ confirmed: z.enum(['true', 'false']).optional() }), upload),
  reply: downloadReply('text/plain; charset=utf-8'),
  refusals: {
    ...refusals,
    'processed-before': {
      kind: 'needs-confirmation',
      detail:
        'Nothing was produced: this file was processed before. If that is right, send it with "confirmed".',
    },
  },
});

export const downloadPcardSample = defineCall({
  name: 'downloadPcardSample',
  summary: 'A made-up file to try, while the demo is on',
  method: 'GET',
  path: `${path}/samples/:name`,
  access,
  params: z.object({ name: z.string().max(60) }),
  reply: downloadReply('application/octet-stream'),
});

export const listRuns = defineCall({
  name: 'listPcardRuns',
  summary: 'Journals that were made, newest first',
  method: 'GET',
  path: `${path}/runs`,
  access,
  ...pagedList(run, { journalLogNumber: searchText }),
});

export const readRun = defineCall({
  name: 'readPcardRun',
  summary: 'One run',
  method: 'GET',
  path: `${path}/runs/:id`,
  access,
  params,
  reply: jsonReply(z.object({ data: run })),
});

export const readRunLines = defineCall({
  name: 'readPcardLines',
  summary: 'The next 100 lines of a journal, each with its source row and the rule that chose its account',
  method: 'GET',
  path: `${path}/runs/:id/lines`,
  access,
  params,
  query: z.object({ from }),
  reply: jsonReply(z.object({ data: z.array(journalLine), total: z.int() })),
});

export const downloadRun = defineCall({
  name: 'downloadPcardRun',
  summary: 'The file that a run produced, as long as it is kept',
  method: 'GET',
  path: `${path}/runs/:id/file`,
  access,
  params,
  reply: downloadReply('text/plain; charset=utf-8'),
  discloses: 'pcard-run.export',
});

export const voidRun = defineCall({
  name: 'voidPcardRun',
  summary: 'Void a journal, so that it does not count; its file can be processed again without confirmation',
  method: 'PUT',
  path: `${path}/runs/:id/void`,
  access,
  params,
  body: jsonBody(voiding),
  reply: jsonReply(z.object({ data: run })),
  refusals: {
    'already-void': { kind: 'conflict', detail: 'This run is already void.' },
    'stale-version': {
      kind: 'conflict',
      detail: 'Someone else changed this run in the meantime. Check the current version and try again.',
    },
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const pcardCalls = {
  readPcardForm,
  previewPcard,
  previewPcardLines,
  processPcard,
  downloadPcardSample,
  listRuns,
  readRun,
  readRunLines,
  downloadRun,
  voidRun,
};
