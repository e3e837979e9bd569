import { z } from 'zod';
import { boundedText, email, id, longText, searchText, text } from '../../../platform/contract/fields.ts';
import { notificationChoices } from '../../../platform/contract/notifications.ts';
import { newReply, ownTicket, ticket, ticketStates } from './shapes.ts';

/** What narrows the desk's list. Without a state: what is not solved. */
export const deskFilters = {
  state: z.enum(['', ...ticketStates, 'all']).optional(),
  category: text({ max: 60 }).optional(),
  assigned: z.enum(['', 'mine', 'none']).optional(),
  search: searchText,
};

/** A ticket in the desk's list. */
export const deskTicket = ownTicket.extend({
  requester: z.object({ name: z.string(), email: z.string() }),
  category: z.string().nullable(),
  assignee: z.string().nullable(),
  isMine: z.boolean(),
  /** Since when it has been the turn of the side whose turn it is. */
  waitingSince: z.iso.datetime(),
});
export type DeskTicket = z.output<typeof deskTicket>;

const note = z.object({ id, at: z.iso.datetime(), by: z.string(), text: z.string() });
export type Note = z.output<typeof note>;

/** A ticket as the desk works on it. */
export const deskDetails = deskTicket.extend({
  /** `email`: where they get email now; `null` if nowhere. `gets`: how they chose to get answers. */
  requester: deskTicket.shape.requester.extend({
    email: z.string().nullable(),
    gets: z.enum(notificationChoices),
  }),
  answers: ticket.shape.answers,
  messages: ticket.shape.messages,
  /** Only for the desk. */
  notes: z.array(note),
  /** The requester's other tickets, the five last changed. */
  others: z.array(ownTicket.extend({ canBeMergedInto: z.boolean() })),
  helped: z.boolean().nullable(),
  mergedInto: ticket.shape.mergedInto,
  handedNumber: ticket.shape.handedNumber,
  /** The RA log that it comes from. */
  log: z.object({ building: z.string(), isOpen: z.boolean() }).nullable(),
  /** The known issue that it is about. */
  incident: z.object({ id, title: z.string(), state: z.enum(['open', 'solved']) }).nullable(),
  version: z.int(),
});
export type DeskDetails = z.output<typeof deskDetails>;

export const deskCounts = z.object({
  new: z.int(),
  open: z.int(),
  waiting: z.int(),
  mine: z.int(),
  unassigned: z.int(),
});

/** What the desk's forms offer. */
export const deskOptions = z.object({
  categories: z.array(z.string()),
  savedReplies: z.array(z.object({ title: z.string(), text: z.string() })),
  /** The open known issues. */
  incidents: z.array(z.object({ id, title: z.string() })),
});

/** An answer to the requester, and the ticket's state afterward. A form sends text. */
export const newAnswer = newReply.extend({
  state: z.enum(['open', 'waiting', 'solved']).default('waiting'),
  /** Also closes the follow-up of its RA log, with the text as its note. */
  closeFollowUp: z.enum(['true', 'false']).optional(),
  version: z.coerce.number().int().optional(),
});

export const newNote = z.object({ text: longText.min(1, 'Enter a note.') });

/** Only what is sent is changed. An empty assignee, category, or known issue removes it. */
export const ticketChange = z.object({
  assignee: email.or(z.literal('')).optional(),
  category: boundedText(60).optional(),
  state: z.enum(['open', 'waiting', 'solved']).optional(),
  /** The requester is then notified of its updates. */
  incident: id.or(z.literal('')).optional(),
  /** With the state `solved`: also closes the follow-up of its RA log, with this note. */
  closingNote: longText.min(1, 'Enter what was done.').optional(),
  version: z.int().optional(),
});

/** The form that solves a ticket without an answer. */
export const solving = z.object({
  state: z.literal('solved'),
  closingNote: ticketChange.shape.closingNote,
  version: z.int().optional(),
});

/** The number of the ticket that it becomes part of. */
export const merging = z.object({
  into: z.int('Choose a ticket.').min(1, 'Choose a ticket.').max(2_000_000_000),
  version: z.int().optional(),
});

export const newAssignment = z.object({ assignee: email, version: z.int().optional() });
