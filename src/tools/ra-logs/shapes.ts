import { z } from 'zod';
import {
  boundedText,
  calendarDate,
  id,
  instant,
  longText,
  searchText,
  text,
} from '../../platform/contract/fields.ts';

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
  /** The help desk ticket about it; `isOwn`: the viewer submitted it, and can open it without working at the desk. */
  ticket: z.object({ id, number: z.int(), isOwn: z.boolean() }).nullable(),
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
  /** When it was written, for a log that was written offline; otherwise null. */
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

/** The words `true` and `false` in an address; anything else means no filter. */
const flag = z
  .unknown()
  .transform((word) => (word === 'true' ? true : word === 'false' ? false : undefined))
  .optional()
  .meta({ type: 'string', enum: ['true', 'false'] });

/** `true` and `false` as in `flag`; `open` and `unassigned` are those that still need work. */
const followUpState = z
  .unknown()
  .transform((word) =>
    word === 'true'
      ? true
      : word === 'false'
        ? false
        : word === 'open' || word === 'unassigned'
          ? word
          : undefined,
  )
  .optional()
  .meta({ type: 'string', enum: ['true', 'false', 'open', 'unassigned'] });

/** A day of the college's calendar; an empty one means no filter. */
const day = calendarDate.or(z.literal('')).optional();

/** Where and when, for people's own logs. */
export const ownLogFilters = { building: text({ max: 60 }).optional(), from: day, to: day };

/** What narrows the list of logs and its export. */
export const logFilters = {
  reviewed: flag,
  followUp: followUpState,
  submittedBy: searchText,
  reviewedBy: searchText,
  ...ownLogFilters,
};
