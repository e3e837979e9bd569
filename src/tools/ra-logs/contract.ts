import { z } from 'zod';
import { defineCall, downloadReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { calendarDate, email, id, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { buildingName, logFilters, newRaLog, ownLogFilters, raLog } from './shapes.ts';

export { buildingName, newRaLog, type RaLog } from './shapes.ts';

const base = '/api/departments/residence-life/resident-assistants';
const submit = 'ra-logs.submit';
const review = 'ra-logs.review';

/** How long before it reached the server a log may have been written, in days. */
export const oldestWriting = 7;

export const addRaLog = defineCall({
  name: 'addRaLog',
  summary:
    'Submit the log of a round; `submittedBy` is the account, `writtenAt` says when an offline log was written',
  method: 'POST',
  path: `${base}/logs/add`,
  access: submit,
  body: jsonBody(newRaLog),
  reply: jsonReply(z.object({ data: raLog }), 201),
  identity: ['submittedBy'],
  refusals: {
    'unknown-building': { kind: 'invalid', detail: "This building isn't on the form." },
    'written-too-early': {
      kind: 'invalid',
      detail: 'This log was written more than 7 days ago. It can only be submitted as of today.',
    },
    'written-in-future': { kind: 'invalid', detail: 'This log is dated in the future.' },
    'too-many-follow-ups': {
      kind: 'too-many',
      detail: "You've asked for follow-up too many times in the past hour. This log can be submitted later.",
    },
  },
  idempotent: true,
});

const unknownBuilding = {
  'unknown-building': { kind: 'invalid', detail: "This building doesn't exist." },
} as const;

export const listRaLogs = defineCall({
  name: 'listRaLogs',
  summary: 'Logs, newest first, filtered by state, people, building, and the days on which they were created',
  method: 'GET',
  path: `${base}/logs`,
  access: review,
  ...pagedList(raLog, logFilters),
  refusals: unknownBuilding,
});

export const exportRaLogs = defineCall({
  name: 'exportRaLogs',
  summary: 'The filtered logs as CSV, all pages',
  method: 'GET',
  path: `${base}/logs/export`,
  access: review,
  query: z.object(logFilters),
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals: unknownBuilding,
  discloses: 'ra-log.export',
});

export const listMyRaLogs = defineCall({
  name: 'listMyRaLogs',
  summary: 'The logs the signed-in person submitted, newest first, filtered by building and days',
  method: 'GET',
  path: `${base}/my-logs`,
  access: submit,
  ...pagedList(raLog, ownLogFilters),
  refusals: unknownBuilding,
});

export const listMyFollowUps = defineCall({
  name: 'listMyFollowUps',
  summary: 'The logs whose open follow-up is assigned to the signed-in person, newest first',
  method: 'GET',
  path: `${base}/my-follow-ups`,
  access: 'signed-in',
  ...pagedList(raLog, {}),
});

export const readLatestRaLog = defineCall({
  name: 'readLatestRaLog',
  summary: 'The latest log of a building, for the RA about to walk it; null when there is none',
  method: 'GET',
  path: `${base}/buildings/:building/latest-log`,
  access: submit,
  params: z.object({ building: buildingName }),
  reply: jsonReply(z.object({ data: raLog.nullable() })),
  refusals: unknownBuilding,
});

export const listBuildings = defineCall({
  name: 'listBuildings',
  summary:
    'The configured buildings and any others that logs have; `offered` says whether the form lists them',
  method: 'GET',
  path: `${base}/buildings`,
  access: 'signed-in',
  reply: jsonReply(z.object({ data: z.array(z.object({ name: z.string(), offered: z.boolean() })) })),
});

export const reviewRaLog = defineCall({
  name: 'reviewRaLog',
  summary: 'Review a log. The first review wins and is final; the server sets the time and name',
  method: 'PUT',
  path: `${base}/log/:id/reviews`,
  access: review,
  params: z.object({ id }),
  body: jsonBody(
    z
      .object({ reviewed: z.unknown(), reviewedOn: z.unknown(), reviewedBy: z.unknown(), version: z.int() })
      .partial(),
  ),
  reply: jsonReply(z.object({ data: raLog })),
  refusals: {
    'already-reviewed': { kind: 'conflict', detail: 'Someone has already reviewed this log.' },
    'cannot-unreview': { kind: 'invalid', detail: "A review can't be undone." },
    'stale-version': {
      kind: 'conflict',
      detail: 'Someone else changed this log in the meantime. Check it again.',
    },
  },
  idempotent: true,
});

/** How many logs can be reviewed with one request. */
export const mostReviews = 100;

export const reviewRaLogs = defineCall({
  name: 'reviewRaLogs',
  summary:
    'Review several logs; the response says for each one whether it worked, in the order of the request',
  method: 'PUT',
  path: `${base}/logs/reviews`,
  access: review,
  body: jsonBody(z.object({ ids: z.array(id).min(1).max(mostReviews) })),
  reply: jsonReply(
    z.object({
      data: z.array(
        z.object({
          _id: id,
          outcome: z.enum(['reviewed', 'already-reviewed', 'not-found']),
          /** Why not; null if it worked. */
          detail: z.string().nullable(),
        }),
      ),
    }),
  ),
  idempotent: true,
});

/** The assignment form. An empty address unassigns; that is a button, not typed. */
export const newAssignment = z.object({
  owner: email,
  version: z.int().optional(),
  /** Confirms that this address is right, although the portal does not know it. */
  confirmed: z.boolean().optional(),
});

export const assignFollowUp = defineCall({
  name: 'assignFollowUp',
  summary: 'Assign the follow-up of a log; an empty owner unassigns it',
  method: 'PUT',
  path: `${base}/log/:id/follow-up`,
  access: review,
  params: z.object({ id }),
  body: jsonBody(newAssignment.extend({ owner: email.or(z.literal('')) })),
  reply: jsonReply(z.object({ data: raLog })),
  refusals: {
    'no-follow-up': { kind: 'conflict', detail: 'This log needs no follow-up.' },
    'already-closed': { kind: 'conflict', detail: 'This follow-up is already closed.' },
    'unknown-owner': {
      kind: 'needs-confirmation',
      detail: 'No one has signed in with this address yet. Check the spelling, or assign it anyway.',
    },
    'stale-version': { kind: 'conflict', detail: 'Someone else changed this follow-up in the meantime.' },
  },
  idempotent: true,
});

export const closeFollowUp = defineCall({
  name: 'closeFollowUp',
  summary: "Close a log's follow-up with a note, as Residence Life or as its owner; the first closing wins",
  method: 'POST',
  path: `${base}/log/:id/follow-up/closing`,
  access: 'signed-in',
  params: z.object({ id }),
  body: jsonBody(z.object({ closingNote: text({ min: 1, max: 5_000, required: 'Enter what was done.' }) })),
  reply: jsonReply(z.object({ data: raLog })),
  refusals: {
    'no-follow-up': { kind: 'conflict', detail: 'This log needs no follow-up.' },
    'already-closed': { kind: 'conflict', detail: 'Someone has already closed this follow-up.' },
  },
  idempotent: true,
});

export const readRaBoard = defineCall({
  name: 'readRaBoard',
  summary: 'Rounds per week (college time zone, Mondays) and open follow-ups of each building',
  method: 'GET',
  path: `${base}/board`,
  access: review,
  query: z.object({ weeks: z.coerce.number().int().min(1).max(53).default(12) }),
  reply: jsonReply(
    z.object({
      data: z.array(
        z.object({
          building: z.string(),
          openFollowUps: z.int(),
          lastRoundAt: z.iso.datetime().nullable(),
          weeks: z.array(z.object({ monday: calendarDate, rounds: z.int() })),
        }),
      ),
    }),
  ),
});

export const raLogCalls = {
  addRaLog,
  listRaLogs,
  exportRaLogs,
  listMyRaLogs,
  listMyFollowUps,
  readLatestRaLog,
  listBuildings,
  reviewRaLog,
  reviewRaLogs,
  assignFollowUp,
  closeFollowUp,
  readRaBoard,
} as const;
