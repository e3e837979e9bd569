import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';
import { oneClick } from './one-click.ts';

/** What a tool says on a page of the portal, above everything else there: an outage, a deadline. */
export const notice = z.object({
  /** The tool it comes from, and its key among the notices of that tool. */
  tool: z.string(),
  key: z.string(),
  tone: z.enum(['info', 'warning']),
  title: z.string(),
  text: z.string(),
  updatedAt: z.iso.datetime(),
  /** A sentence after the time. */
  about: z.string().nullable(),
  action: oneClick.nullable(),
});
export type Notice = z.output<typeof notice>;

export const listNotices = defineCall({
  name: 'listNotices',
  summary: 'What tools say to the signed-in person on one page of the portal',
  method: 'GET',
  path: '/api/notices',
  access: 'signed-in',
  query: z.object({ place: z.string().max(200) }),
  reply: jsonReply(z.object({ data: z.array(notice) })),
});
