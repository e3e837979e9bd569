import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';
import { oneClick } from './one-click.ts';

/** Something that is waiting for the signed-in person, as the home page shows it. */
export const waitingItem = z.object({
  /** The tool it comes from, and its key among the items of that tool. */
  tool: z.string(),
  key: z.string(),
  title: z.string(),
  /** A second line, if the title does not say everything. */
  about: z.string().nullable(),
  /** How many things this line stands for. */
  count: z.int().min(1),
  since: z.iso.datetime(),
  /** When it has to be done, if there is a deadline. */
  until: z.iso.datetime().nullable(),
  /** Where it is done; null when this person cannot open that page. */
  link: z.string().nullable(),
  action: oneClick.nullable(),
});
export type WaitingItem = z.output<typeof waitingItem>;

export const listWaiting = defineCall({
  name: 'listWaiting',
  summary:
    'What is waiting for the signed-in person in all tools; `missing` names the tools that did not answer in time',
  method: 'GET',
  path: '/api/waiting',
  access: 'signed-in',
  reply: jsonReply(z.object({ data: z.array(waitingItem), missing: z.array(z.string()) })),
});
