import { z } from 'zod';
import { defineCall, downloadReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { boundedText, calendarDate, instant } from '../../platform/contract/fields.ts';

const access = 'search-report.open';
/** The longest that a person waits, in seconds; what takes longer is a report that is made in the background. */
export const longestSearch = 60;

/** A name of the DNS in ASCII: no wildcard, operator, or quote reaches a search engine. */
const domain = boundedText(253)
  .trim()
  .toLowerCase()
  .min(1, 'This is required.')
  .regex(
    /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/,
    'Enter a domain, such as college.edu.',
  );

/** A day of the college's calendar; of an instant in UTC, the day that is written in it. */
const day = z.union([calendarDate, instant.transform((value) => value.slice(0, 10))], {
  error: 'Enter a date.',
});
/** Whole days, both included. */
const span = z
  .object({ start: day, end: day })
  .refine(({ start, end }) => start <= end, { path: ['end'], error: 'The end is before the start.' });

export const searchQuestion = z.object({ domain, inclusion: span, exclusion: span });
export type SearchQuestion = z.output<typeof searchQuestion>;

const refusals = {
  'takes-too-long': {
    kind: 'unavailable',
    detail: 'This takes longer than a minute, so no file was made. Ask about shorter times.',
  },
  'engine-down': {
    kind: 'unavailable',
    detail:
      "The search engine isn't answering completely right now, so no file was made. Try again in a few minutes.",
  },
} as const;

export const countSignIns = defineCall({
  name: 'countSignIns',
  summary: 'How many accounts a report would list',
  method: 'POST',
  path: '/api/elastic/count',
  access,
  body: jsonBody(searchQuestion),
  reply: jsonReply(z.object({ data: z.object({ people: z.int() }) })),
  refusals,
  mayTakeSeconds: longestSearch + 15,
});

export const searchSignIns = defineCall({
  name: 'searchSignIns',
  summary:
    'Accounts of a domain that signed in during the inclusion and never during the exclusion, as CSV; whole days, both ends included',
  method: 'POST',
  path: '/api/elastic',
  access,
  body: jsonBody(searchQuestion),
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals,
  mayTakeSeconds: longestSearch + 15,
});

/** Every call of this tool, for the documents and the access matrix. */
export const searchReportCalls = { countSignIns, searchSignIns };
