import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';
import { oneClick } from './one-click.ts';
import { inline } from './texts.ts';

const line = z.array(inline);

/** The part of a formatted text that fits into a notice. */
export const noticeBlock = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('paragraph'), content: line }),
    z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(line) }),
  ])
  .meta({ id: 'NoticeBlock', description: '`kind` is paragraph or list' });
export type NoticeBlock = z.output<typeof noticeBlock>;

/** What a notice looks like, wherever it is drawn. */
export const noticeFace = z.object({
  /** An emergency is on every page, the others on the pages that their tool names. */
  tone: z.enum(['info', 'warning', 'emergency']),
  title: z.string(),
  /** Plain words, or paragraphs and lists. */
  text: z.union([z.string(), z.array(noticeBlock)]),
  /** http, https, or a page of the portal. */
  link: z.object({ href: z.string(), text: z.string() }).nullable(),
});
export type NoticeFace = z.output<typeof noticeFace>;

/** What a tool says on a page of the portal, above everything else there: an outage, a deadline. */
export const notice = noticeFace.extend({
  /** The tool it comes from, and its key among the notices of that tool. */
  tool: z.string(),
  key: z.string(),
  /** The pages that show it; none for an emergency, which is on every page. */
  places: z.array(z.string()),
  updatedAt: z.iso.datetime(),
  /** A sentence after the time. */
  about: z.string().nullable(),
  action: oneClick.nullable(),
  /** Takes it off this person's pages; `null` if that is not possible. */
  dismissal: oneClick.nullable(),
});
export type Notice = z.output<typeof notice>;

/** Instead of a revision: not all notices could be read, so a page reads them again when it checks for changes. */
export const unknownRevision = '?';

/** The notices of the page, those of other pages that are known along with them, and what the bell says. */
export const pageNotices = z.object({
  data: z.array(notice),
  /** Those that are showing and that this person has not read, on any page; 0 for visitors. */
  unread: z.int(),
  /** Changes with every notice that begins, ends, or is edited, no matter who it is for. */
  revision: z.string(),
});
export type PageNotices = z.output<typeof pageNotices>;

export const listNotices = defineCall({
  name: 'listNotices',
  summary: 'What tools say to the signed-in person, and on which pages of the portal',
  method: 'GET',
  path: '/api/notices',
  access: 'signed-in',
  reply: jsonReply(pageNotices),
});

export const listPublicNotices = defineCall({
  name: 'listPublicNotices',
  summary: 'What tools say to everyone, signed in or not, and on which pages of the portal',
  method: 'GET',
  path: '/api/notices/public',
  access: 'public',
  reply: jsonReply(pageNotices),
});

export const readNoticeRevision = defineCall({
  name: 'readNoticeRevision',
  summary: 'A token that changes when notices change, so that an open page knows when to read them again',
  method: 'GET',
  path: '/api/notices/revision',
  access: 'public',
  reply: jsonReply(z.object({ data: pageNotices.pick({ revision: true }) })),
});
