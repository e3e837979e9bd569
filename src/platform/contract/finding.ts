import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';
import { text } from './fields.ts';

/** Something that the search found. */
const foundItem = z.object({
  /** Unique among the results of its group. */
  key: z.string(),
  title: z.string(),
  /** A second line, if the title does not say everything. */
  about: z.string().nullable(),
  /** A page of the portal, a file, or `mailto:` with an address. */
  link: z.string(),
});
export type FoundItem = z.output<typeof foundItem>;

const foundGroup = z.object({
  /** The tool and the source: `help-desk.tickets`. */
  id: z.string(),
  title: z.string(),
  results: z.array(foundItem),
});
export type FoundGroup = z.output<typeof foundGroup>;

/** Two find names that begin with them; most kinds of things need three. */
const fewestLetters = 2;
const mostLetters = 100;

export const findThings = defineCall({
  name: 'findThings',
  summary:
    'What the signed-in person may open that matches `q`, a few of each kind; `missing` names the kinds that did not answer in time',
  method: 'GET',
  path: '/api/find',
  access: 'signed-in',
  query: z.object({
    q: text({ min: fewestLetters, max: mostLetters, required: 'Enter at least two letters.' }),
  }),
  reply: jsonReply(z.object({ data: z.array(foundGroup), missing: z.array(z.string()) })),
  refusals: {
    'too-often': {
      kind: 'too-many',
      detail: 'You have searched a lot in the last minute. Wait a moment, and try again.',
    },
  },
});
