import { z } from 'zod';
import {
  boundedText,
  calendarDate,
  id,
  longText,
  searchText,
  text,
} from '../../../platform/contract/fields.ts';

export const posterStates = ['received', 'question', 'printing', 'ready', 'picked-up', 'cancelled'] as const;
export type PosterState = (typeof posterStates)[number];
const state = z.enum(posterStates);

export const mostPosterBytes = 200 * 1024 * 1024;
export const mostCopies = 100;

/** As the specification says it. */
export const onlyPdf = 'You may only upload a PDF. Please see the instructions at the top of this page.';

export const posterField = {
  handling: 'stored',
  endings: ['.pdf'],
  types: ['application/pdf'],
  wrongType: onlyPdf,
  maxBytes: mostPosterBytes,
  maxFiles: 1,
  required: true,
} as const;

const copiesRule = `Enter a whole number from 1 to ${mostCopies}.`;

/** Digits only: what a form sends is text. */
const copies = boundedText(20)
  .trim()
  .regex(/^\d{1,3}$/, copiesRule)
  .transform(Number)
  .pipe(z.int(copiesRule).min(1, copiesRule).max(mostCopies, copiesRule));

export const newPoster = z.object({
  requesterEmail: boundedText(254).optional(),
  numberOfCopies: copies,
  notes: longText.optional(),
  /** Without it, the first day the mail room can be done. */
  neededBy: calendarDate.optional(),
  paper: text({ max: 60 }).optional(),
  finish: text({ max: 60 }).optional(),
  department: text({ max: 100 }).optional(),
  budgetCode: text({ max: 40 }).optional(),
});

const choice = z.object({
  name: z.string(),
  /** Dollars; `null` if the college has no price for today. */
  squareFoot: z.number().nullable(),
});

export const posterForm = z.object({
  papers: z.array(choice),
  finishes: z.array(choice),
  leadDays: z.int(),
  /** The first day on which the mail room can be done. */
  earliest: z.iso.date(),
  largestFile: z.int(),
});
export type PosterForm = z.output<typeof posterForm>;

/** A request in a list. */
export const posterRow = z.object({
  id,
  number: z.int(),
  state,
  fileName: z.string(),
  numberOfCopies: z.int(),
  /** Inches. */
  width: z.number(),
  height: z.number(),
  neededBy: z.iso.date(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type PosterRow = z.output<typeof posterRow>;

/** A request in the mail room's queue. */
export const queuedPoster = posterRow.extend({
  requester: z.string(),
  paper: z.string(),
  finish: z.string(),
  hasFile: z.boolean(),
  /** What may come next, the usual step first. */
  next: z.array(state),
  version: z.int(),
});
export type QueuedPoster = z.output<typeof queuedPoster>;

const message = z.object({
  id,
  at: z.iso.datetime(),
  by: z.string(),
  fromMailRoom: z.boolean(),
  /** Empty if only the state changed. */
  text: z.string(),
  state: state.nullable(),
});
export type PosterMessage = z.output<typeof message>;

/** A request on its own page. */
export const poster = queuedPoster.extend({
  requesterEmail: z.string(),
  /** Of the PDF; only the first one is printed. */
  pages: z.int(),
  bytes: z.int(),
  notes: z.string(),
  department: z.string(),
  budgetCode: z.string(),
  /** Dollars, as of the day it was sent; `null` if there was no price. */
  estimate: z.number().nullable(),
  messages: z.array(message),
  isOwn: z.boolean(),
  can: z.object({ cancel: z.boolean(), reply: z.boolean(), print: z.boolean() }),
});
export type Poster = z.output<typeof poster>;

export const queueFilters = {
  state: z.enum(['', ...posterStates, 'all']).optional(),
  search: searchText,
};

export const posterCounts = z.object({
  received: z.int(),
  question: z.int(),
  printing: z.int(),
  ready: z.int(),
});

export const newReply = z.object({ text: text({ min: 1, max: 5_000, required: 'Enter a reply.' }) });

/** What the mail room does with a request. A question has its text. */
export const posterMove = z
  .object({
    state: z.enum(['question', 'printing', 'ready', 'picked-up', 'cancelled']),
    text: text({ max: 5_000 }).optional(),
    version: z.int().optional(),
  })
  .refine((move) => move.state !== 'question' || (move.text ?? '') !== '', {
    path: ['text'],
    message: 'Enter your question.',
  });
