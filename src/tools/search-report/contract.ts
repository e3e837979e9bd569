import { z } from 'zod';
import { defineCall, downloadReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { searchQuestion } from './contract/question.ts';
import {
  downloadReport,
  listReports,
  listSavedQuestions,
  removeSavedQuestion,
  saveQuestion,
  startReport,
} from './contract/report-calls.ts';

export { type SearchQuestion, searchQuestion } from './contract/question.ts';
export {
  downloadReport,
  keepReportsDays,
  listReports,
  listSavedQuestions,
  type Report,
  removeSavedQuestion,
  saveQuestion,
  startReport,
} from './contract/report-calls.ts';

const access = 'search-report.open';
/** The longest that a person waits, in seconds; what takes longer is a report that is made in the background. */
export const longestSearch = 60;

const refusals = {
  'takes-too-long': {
    kind: 'unavailable',
    detail:
      'This takes longer than a minute. Start it as a report. It runs in the background, and you get an email when it is ready.',
  },
  'engine-down': {
    kind: 'unavailable',
    detail:
      "The search engine isn't giving complete answers right now, so no file was made. Try again in a few minutes.",
  },
} as const;

/** The first day for which all sign-ins are known, as `YYYY-MM-DD`; `null` if that is not known. */
const keptSince = z.string().nullable();

export const readSearchForm = defineCall({
  name: 'readSearchForm',
  summary: 'The first day for which all sign-ins are known; for earlier days, a report may be wrong',
  method: 'GET',
  path: '/api/elastic',
  access,
  reply: jsonReply(z.object({ data: z.object({ keptSince }) })),
});

export const countSignIns = defineCall({
  name: 'countSignIns',
  summary: 'How many accounts a report would list',
  method: 'POST',
  changesNothing: true,
  path: '/api/elastic/count',
  access,
  body: jsonBody(searchQuestion),
  reply: jsonReply(z.object({ data: z.object({ people: z.int(), keptSince }) })),
  refusals,
  mayTakeSeconds: longestSearch + 15,
});

export const searchSignIns = defineCall({
  name: 'searchSignIns',
  summary:
    'Accounts of a domain that signed in during the inclusion and never during the exclusion, as CSV; whole days, both ends included; a question about days before all sign-ins are known adds known-since to the file name',
  method: 'POST',
  changesNothing: true,
  path: '/api/elastic',
  access,
  body: jsonBody(searchQuestion),
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals,
  mayTakeSeconds: longestSearch + 15,
});

/** Every call of this tool, for the documents and the access matrix. */
export const searchReportCalls = {
  readSearchForm,
  countSignIns,
  searchSignIns,
  listReports,
  startReport,
  downloadReport,
  listSavedQuestions,
  saveQuestion,
  removeSavedQuestion,
};
