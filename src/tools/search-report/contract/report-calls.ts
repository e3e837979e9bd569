import { z } from 'zod';
import {
  defineCall,
  downloadReply,
  emptyReply,
  jsonBody,
  jsonReply,
} from '../../../platform/contract/call.ts';
import { id, text } from '../../../platform/contract/fields.ts';
import { pagedList } from '../../../platform/contract/paging.ts';
import { searchQuestion } from './question.ts';

const access = 'search-report.open';
const path = '/api/elastic/reports';
const params = z.object({ id });
/** How long a report can be downloaded, in days. */
export const keepReportsDays = 30;

const days = z.object({ start: z.string(), end: z.string() });
/** A question as it was checked when someone asked it. */
const askedQuestion = z.object({ domain: z.string(), inclusion: days, exclusion: days });

const reportStates = ['waiting', 'running', 'done', 'failed'] as const;

export const report = z.object({
  id,
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  question: askedQuestion,
  state: z.enum(reportStates),
  /** Accounts of the domain that were processed so far. */
  read: z.int(),
  /** About how many there are, once that is known. */
  total: z.int().nullable(),
  /** How many are in the file. */
  people: z.int().nullable(),
  /** The first day for which the file has all sign-ins; `null` before it is ready, or if that is not known. */
  keptSince: z.string().nullable(),
  /** Why the last try failed. */
  reason: z.string().nullable(),
  /** When it was ready. */
  endedAt: z.iso.datetime().nullable(),
});
export type Report = z.output<typeof report>;

const savedQuestion = z.object({ id, name: z.string(), question: askedQuestion });

export const listReports = defineCall({
  name: 'listReports',
  summary: `Everyone's reports, newest first; kept ${keepReportsDays} days`,
  method: 'GET',
  path,
  access,
  ...pagedList(report, {}),
});

export const startReport = defineCall({
  name: 'startReport',
  summary:
    'Make a report in the background, however long it takes; an email says when it is ready; asking the same question again returns the same report until then',
  method: 'POST',
  path,
  access,
  body: jsonBody(searchQuestion),
  reply: jsonReply(z.object({ data: report }), 201),
  idempotent: true,
});

export const downloadReport = defineCall({
  name: 'downloadReport',
  summary: 'The file of a report that is ready',
  method: 'GET',
  path: `${path}/:id/file`,
  access,
  params,
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals: {
    unknown: { kind: 'not-found', detail: 'This report no longer exists. Start it again.' },
    'not-ready': { kind: 'conflict', detail: 'This report is not ready. The page shows its progress.' },
  },
  discloses: 'search-report.read',
});

export const listSavedQuestions = defineCall({
  name: 'listSavedQuestions',
  summary: 'The questions that you keep, by name',
  method: 'GET',
  path: '/api/elastic/saved',
  access,
  reply: jsonReply(z.object({ data: z.array(savedQuestion) })),
});

export const saveQuestion = defineCall({
  name: 'saveQuestion',
  summary: 'Keep a question under a name; one of yours with this name is replaced',
  method: 'POST',
  path: '/api/elastic/saved',
  access,
  body: jsonBody(
    z.object({ name: text({ min: 1, max: 80, required: 'Enter a name.' }), question: searchQuestion }),
  ),
  reply: jsonReply(z.object({ data: savedQuestion }), 201),
  idempotent: true,
});

export const removeSavedQuestion = defineCall({
  name: 'removeSavedQuestion',
  summary: 'Forget one of your questions',
  method: 'DELETE',
  path: '/api/elastic/saved/:id',
  access,
  params,
  reply: emptyReply,
  refusals: { unknown: { kind: 'not-found', detail: 'This question no longer exists.' } },
  idempotent: true,
});
