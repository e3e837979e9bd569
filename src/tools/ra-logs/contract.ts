import { z } from 'zod';
import { defineCall, downloadReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import {
  boundedText,
  calendarDate,
  email,
  id,
  instant,
  longText,
  searchText,
  text,
} from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

const base = '/api/departments/residence-life/resident-assistants';
const submit = 'ra-logs.submit';
const review = 'ra-logs.review';

/** How far back a log may have been written before it reached the server, in days. */
export const oldestWriting = 7;

/** The name of a building as the college writes it. */
export const buildingName = text({ min: 1, max: 60, required: 'Choose a building.' });

/** What a viewer may do with one log; decided by the server. */
const can = z.object({ review: z.boolean(), closeFollowUp: z.boolean(), assignFollowUp: z.boolean() });

/** The task that a log with `followUp` opens. */
const followUpTask = z.object({
  owner: z.string().nullable(),
  closed: z.boolean(),
  closingNote: z.string().nullable(),
  closedBy: z.string().nullable(),
  closedOn: z.iso.datetime().nullable(),
});

/** A log as it is shown. */
export const raLog = z.object({
  _id: id,
  building: z.string(),
  followUp: z.boolean(),
  fireExtinguishers: z.boolean(),
  exitDoors: z.boolean(),
  safetyConcerns: z.string(),
  warnings: z.string(),
  reports: z.string(),
  comments: z.string(),
  createdAt: z.iso.datetime(),
  /** When it was written, for a log that waited for a network; otherwise null. */
  writtenAt: z.iso.datetime().nullable(),
  submittedBy: z.string(),
  reviewed: z.boolean(),
  reviewedOn: z.iso.datetime().nullable(),
  reviewedBy: z.string().nullable(),
  followUpTask: followUpTask.nullable(),
  version: z.int(),
  can,
});
export type RaLog = z.output<typeof raLog>;

/** The form of a round. Only the building is required; flags that are not sent are false. */
export const newRaLog = z.object({
  building: buildingName,
  followUp: z.boolean().default(false),
  fireExtinguishers: z.boolean().default(false),
  exitDoors: z.boolean().default(false),
  safetyConcerns: longText.default(''),
  warnings: longText.default(''),
  reports: longText.default(''),
  comments: longText.default(''),
  submittedBy: boundedText(254).optional(),
  writtenAt: instant.optional(),
});

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
    'written-too-early': { kind: 'invalid', detail: 'This log was written more than 7 days ago.' },
    'written-in-future': { kind: 'invalid', detail: 'This log is dated in the future.' },
    'too-many-follow-ups': {
      kind: 'too-many',
      detail: "You've asked for follow-up too many times in the past hour. Submit this log again later.",
    },
  },
  idempotent: true,
});

/** The words `true` and `false` of an address; anything else is no filter. */
const flag = z
  .unknown()
  .transform((word) => (word === 'true' ? true : word === 'false' ? false : undefined))
  .optional()
  .meta({ type: 'string', enum: ['true', 'false'] });

const filters = {
  reviewed: flag,
  followUp: flag,
  submittedBy: searchText,
  reviewedBy: searchText,
  building: text({ max: 60 }).optional(),
};
const unknownBuilding = {
  'unknown-building': { kind: 'invalid', detail: 'There is no such building.' },
} as const;

export const listRaLogs = defineCall({
  name: 'listRaLogs',
  summary: 'Logs, newest first, filtered by state, people and building',
  method: 'GET',
  path: `${base}/logs`,
  access: review,
  ...pagedList(raLog, filters),
  refusals: unknownBuilding,
});

export const exportRaLogs = defineCall({
  name: 'exportRaLogs',
  summary: 'The filtered logs as CSV, all pages',
  method: 'GET',
  path: `${base}/logs/export`,
  access: review,
  query: z.object(filters),
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals: unknownBuilding,
  discloses: 'ra-log.export',
});

export const listMyRaLogs = defineCall({
  name: 'listMyRaLogs',
  summary: 'The logs the signed-in person submitted, newest first',
  method: 'GET',
  path: `${base}/my-logs`,
  access: submit,
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
  summary: 'Review a log. The first review wins and is final; the server sets the time and the name',
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

/** The form that names somebody; an empty name, which means nobody, is not typed but pressed. */
export const newAssignment = z.object({ owner: email, version: z.int().optional() });

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
    'stale-version': { kind: 'conflict', detail: 'Someone else changed this follow-up in the meantime.' },
  },
  idempotent: true,
});

export const closeFollowUp = defineCall({
  name: 'closeFollowUp',
  summary: 'Close the follow-up of a log with a note; the first closing wins',
  method: 'POST',
  path: `${base}/log/:id/follow-up/closing`,
  access: review,
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
  readLatestRaLog,
  listBuildings,
  reviewRaLog,
  assignFollowUp,
  closeFollowUp,
  readRaBoard,
} as const;
