import { z } from 'zod';
import { boundedText, calendarDate, instant, trimmed } from '../../../platform/contract/fields.ts';

/** A DNS name in ASCII: no wildcard, operator, or quote reaches a search engine. */
const domain = boundedText(253)
  .overwrite(trimmed)
  .toLowerCase()
  .min(1, 'Enter a domain, such as college.edu.')
  .regex(
    /^([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9])(\.([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9]))+$/,
    'Enter a domain, such as college.edu.',
  );

/** A day of the college's calendar; for an instant in UTC, the day that is written in it. */
const day = z.union([calendarDate, instant.transform((value) => value.slice(0, 10))], {
  error: 'Enter a date.',
});
/** Whole days, both included. */
const span = z
  .object({ start: day, end: day })
  .refine(({ start, end }) => start <= end, { path: ['end'], error: 'The end is before the start.' });

export const searchQuestion = z.object({ domain, inclusion: span, exclusion: span });
export type SearchQuestion = z.output<typeof searchQuestion>;
