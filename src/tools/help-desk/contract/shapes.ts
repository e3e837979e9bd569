import { z } from 'zod';
import { boundedText, id, text } from '../../../platform/contract/fields.ts';

export const ticketStates = ['new', 'open', 'waiting', 'solved'] as const;
export type TicketState = (typeof ticketStates)[number];

/** For how many days after a ticket was solved its requester can reopen it. */
export const reopenDays = 14;
export const mostAttachments = 10;
/** For all attachments of one message. */
export const mostAttachmentBytes = 25 * 1024 * 1024;

export const attachmentsField = {
  handling: 'stored',
  maxBytes: mostAttachmentBytes,
  maxFiles: mostAttachments,
  required: false,
} as const;

const category = text({ max: 60 });

/** One line: it becomes the subject of emails. */
const subject = text({ min: 1, required: 'Enter a subject.' }).overwrite((value) =>
  value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '),
);

/** The form. Name and email are the account's; `answers` is JSON: the answer to each question by its name. */
export const newTicket = z.object({
  name: z.unknown().optional(),
  email: boundedText(254).optional(),
  subject,
  description: text({ min: 1, max: 5_000, required: 'Describe what you need.' }),
  category: category.optional(),
  answers: boundedText(10_000).optional(),
  /** The RA log whose follow-up it is about. */
  log: id.optional(),
});

/** What someone adds to a ticket. */
export const newReply = z.object({ text: text({ min: 1, max: 5_000, required: 'Enter a message.' }) });

const attachment = z.object({
  id,
  fileName: z.string(),
  /** As found in the content. */
  mediaType: z.string(),
  bytes: z.int(),
});

const message = z.object({
  id,
  at: z.iso.datetime(),
  by: z.string(),
  fromDesk: z.boolean(),
  /** Empty if someone only changed the state. */
  text: z.string(),
  /** For a reply by email: what the mail program repeated of earlier messages. */
  quoted: z.string(),
  /** The state that it put the ticket in, if that was a different one. */
  state: z.enum(ticketStates).nullable(),
  attachments: z.array(attachment),
});
export type Message = z.output<typeof message>;

/** A ticket in the requester's list. */
export const ownTicket = z.object({
  id,
  number: z.int(),
  subject: z.string(),
  state: z.enum(ticketStates),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** Another help desk is working on it. */
  isHandedOver: z.boolean(),
  /** It is part of another ticket now, and solved only in that sense. */
  isMerged: z.boolean(),
});
export type OwnTicket = z.output<typeof ownTicket>;

/** The answers to the questions of its category. */
const answer = z.object({ question: z.string(), answer: z.string() });

/** A ticket as its requester reads it. */
export const ticket = ownTicket.extend({
  requester: z.string(),
  category: z.string().nullable(),
  answers: z.array(answer),
  messages: z.array(message),
  /** What its requester said about the solution. */
  helped: z.boolean().nullable(),
  /** The ticket that it is part of now. */
  mergedInto: z.object({ id, number: z.int() }).nullable(),
  /** The number that it has at another help desk. */
  handedNumber: z.string().nullable(),
  can: z.object({
    reply: z.boolean(),
    close: z.boolean(),
    /** A reply reopens it. */
    reopen: z.boolean(),
    /** Say whether the solution helped. */
    rate: z.boolean(),
    /** The viewer can open it at the desk. */
    work: z.boolean(),
  }),
});
export type Ticket = z.output<typeof ticket>;

const question = z.object({
  name: z.string(),
  label: z.string(),
  /** What to choose from; an empty list accepts any text. */
  options: z.array(z.string()),
  required: z.boolean(),
});
export type Question = z.output<typeof question>;

/** How a form about the follow-up of an RA log starts. */
export const ticketStart = z.object({ subject: z.string(), description: z.string(), building: z.string() });
export type TicketStart = z.output<typeof ticketStart>;

/** What the form offers. */
export const formOptions = z.object({
  categories: z.array(z.object({ name: z.string(), hint: z.string(), questions: z.array(question) })),
});
export type FormOptions = z.output<typeof formOptions>;
