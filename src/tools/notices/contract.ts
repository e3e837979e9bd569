import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { id } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import {
  allClear,
  draft,
  historyEntry,
  myNotice,
  newEmergency,
  newNotice,
  noticeChange,
  noticeState,
  preview,
  publishedNotice,
  versionOnly,
} from './contract/shapes.ts';

export { allClear, longestTitle, newEmergency, newNotice, noticeChange } from './contract/shapes.ts';

const path = '/api/notices/published';
const access = 'notices.publish';
const params = z.object({ id });
const one = z.object({ data: publishedNotice });

const refused = {
  'unknown-group': { kind: 'invalid', detail: 'The portal does not know one of these groups.' },
  'unreadable-text': { kind: 'invalid', detail: 'The text of the notice cannot be read.' },
  'unsafe-link': { kind: 'invalid', detail: 'The notice cannot have this link.' },
  'wrong-times': { kind: 'invalid', detail: 'Check when the notice starts and ends.' },
} as const;
const tooManyEmergencies = {
  kind: 'too-many',
  detail:
    'You have sent many emergencies in the past hour. Change what this one says without an email, or ask a colleague.',
} as const;
const unknown = { kind: 'not-found', detail: "This notice doesn't exist." } as const;
const staleVersion = {
  kind: 'conflict',
  detail: 'Someone else changed this notice in the meantime. Check the current version and try again.',
} as const;
/** To those who read it. */
const saysSomethingElse = {
  kind: 'conflict',
  detail: 'A notice was changed since you opened this page. Check it again.',
} as const;
const over = {
  kind: 'conflict',
  detail: "This notice is over, so it can't be changed.",
} as const;

export const listPublishedNotices = defineCall({
  name: 'listPublishedNotices',
  summary: 'All notices for those who publish them, latest start first',
  method: 'GET',
  path,
  access,
  ...pagedList(publishedNotice, {
    state: noticeState.optional(),
  }),
});

export const readNoticeGroups = defineCall({
  name: 'readNoticeGroups',
  summary: 'The groups that a notice can be for',
  method: 'GET',
  path: '/api/notices/groups',
  access,
  reply: jsonReply(z.object({ data: z.array(z.string()) })),
});

export const previewNotice = defineCall({
  name: 'previewNotice',
  summary: 'How a notice will look, and how many people it is for; nothing is kept',
  method: 'POST',
  changesNothing: true,
  path: '/api/notices/previews',
  access,
  body: jsonBody(draft),
  reply: jsonReply(z.object({ data: preview })),
});

export const publishNotice = defineCall({
  name: 'publishNotice',
  summary: 'Publish a notice, now or later, to everyone or to groups',
  method: 'POST',
  path,
  access,
  body: jsonBody(newNotice),
  reply: jsonReply(one, 201),
  refusals: {
    ...refused,
    'too-many-notices': {
      kind: 'too-many',
      detail: 'You have published many notices in the past hour. Edit one of them, or try again later.',
    },
  },
  idempotent: true,
});

export const changeNotice = defineCall({
  name: 'changeNotice',
  summary:
    'Edit a notice that is not over; everyone sees the new version. With `emailUpdate`, the recipients of an emergency get it by email',
  method: 'PUT',
  path: `${path}/:id`,
  access,
  params,
  body: jsonBody(noticeChange),
  reply: jsonReply(one),
  refusals: {
    ...refused,
    unknown,
    over,
    'stale-version': staleVersion,
    'too-many-emergencies': tooManyEmergencies,
    'fixed-people': {
      kind: 'conflict',
      detail:
        "People already got an email about this emergency, so its groups can't change. Publish a new one instead.",
    },
    'fixed-tone': {
      kind: 'conflict',
      detail: "A notice can't become an emergency, or the other way around. Publish a new one instead.",
    },
  },
  idempotent: true,
});

export const endNotice = defineCall({
  name: 'endNotice',
  summary: 'End a notice now; people still find it in the bell',
  method: 'POST',
  path: `${path}/:id/end`,
  access,
  params,
  body: jsonBody(versionOnly),
  reply: jsonReply(one),
  refusals: {
    unknown,
    over,
    'stale-version': staleVersion,
    'not-showing': { kind: 'conflict', detail: 'This notice has not started. Withdraw it instead.' },
  },
  idempotent: true,
});

export const withdrawNotice = defineCall({
  name: 'withdrawNotice',
  summary: 'Withdraw a notice: no one sees it anymore, not even in the bell; its history stays',
  method: 'POST',
  path: `${path}/:id/withdrawal`,
  access,
  params,
  body: jsonBody(versionOnly),
  reply: jsonReply(one),
  refusals: { unknown, over, 'stale-version': staleVersion },
  idempotent: true,
});

const emergencyAccess = 'notices.emergency';

export const publishEmergency = defineCall({
  name: 'publishEmergency',
  summary:
    'Publish an emergency: on every page of the people it is for, and by email to each of them; `people` says how many the sender means',
  method: 'POST',
  path: '/api/notices/emergencies',
  access: emergencyAccess,
  body: jsonBody(newEmergency),
  reply: jsonReply(one, 201),
  refusals: {
    ...refused,
    'other-number': {
      kind: 'needs-confirmation',
      detail: 'Nothing was published: the emergency goes to another number of people.',
    },
    'already-showing': {
      kind: 'conflict',
      detail: 'This emergency is showing already, and its emails are on their way.',
    },
    'too-many-emergencies': tooManyEmergencies,
  },
  idempotent: true,
});

export const giveAllClear = defineCall({
  name: 'giveAllClear',
  summary:
    'End an emergency, and notify the same groups that it is over: on their pages for a day, and by email',
  method: 'POST',
  path: '/api/notices/emergencies/:id/all-clear',
  access: emergencyAccess,
  params,
  body: jsonBody(allClear),
  reply: jsonReply(one),
  refusals: {
    unknown,
    over,
    'stale-version': staleVersion,
    'unreadable-text': refused['unreadable-text'],
    'not-an-emergency': { kind: 'conflict', detail: 'This notice is not an emergency. End it instead.' },
  },
  idempotent: true,
});

export const readNoticeHistory = defineCall({
  name: 'readNoticeHistory',
  summary: 'Who changed what about a notice, newest first',
  method: 'GET',
  path: `${path}/:id/history`,
  access,
  params,
  reply: jsonReply(z.object({ data: z.array(historyEntry) })),
  refusals: { unknown },
});

export const listMyNotices = defineCall({
  name: 'listMyNotices',
  summary: 'The notices for the signed-in person that are showing or ended within 30 days, newest first',
  method: 'GET',
  path: '/api/notices/mine',
  access: 'signed-in',
  reply: jsonReply(z.object({ data: z.array(myNotice) })),
});

export const readMyNotices = defineCall({
  name: 'readMyNotices',
  summary:
    'Mark notices as read by the signed-in person; those that are not theirs or have changed are skipped',
  method: 'POST',
  path: '/api/notices/mine/read',
  access: 'signed-in',
  body: jsonBody(
    z.object({
      notices: z
        .array(z.object({ id, version: z.int().min(1).max(1_000_000) }))
        .min(1)
        .max(100),
    }),
  ),
  reply: emptyReply,
  refusals: { 'stale-version': saysSomethingElse },
});

export const dismissNotice = defineCall({
  name: 'dismissNotice',
  summary: 'Take a notice off the pages of the signed-in person; it stays in the bell',
  method: 'POST',
  path: '/api/notices/mine/:id/versions/:version/dismissal',
  access: 'signed-in',
  params: z.object({ id, version: z.coerce.number().int().min(1).max(1_000_000) }),
  reply: emptyReply,
  refusals: {
    unknown,
    'stale-version': saysSomethingElse,
    'is-emergency': { kind: 'conflict', detail: 'An emergency stays on every page until it is over.' },
  },
});

/** Every call of this tool, for the documents and the access matrix. */
export const noticesCalls = {
  listPublishedNotices,
  readNoticeGroups,
  previewNotice,
  publishNotice,
  changeNotice,
  endNotice,
  withdrawNotice,
  publishEmergency,
  giveAllClear,
  readNoticeHistory,
  listMyNotices,
  readMyNotices,
  dismissNotice,
};
