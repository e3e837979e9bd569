import { z } from 'zod';
import { defineCall, fileReply, jsonBody, jsonReply, uploadBody } from '../../platform/contract/call.ts';
import { id } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { askForAccess, readMissingAccess } from './contract/access-calls.ts';
import { listArticles, readArticle } from './contract/article-calls.ts';
import {
  addNote,
  answerTicket,
  changeTicket,
  listDeskTickets,
  mergeTicket,
  readDeskCounts,
  readDeskOptions,
  readDeskTicket,
} from './contract/desk-calls.ts';
import { changeIncident, joinIncident, listAllIncidents, postIncident } from './contract/incident-calls.ts';
import {
  alreadySolved,
  handedOver,
  merged,
  tooLate,
  tooManyMessages,
  tooManyTickets,
  unknown,
  unknownCategory,
  wrongAnswers,
} from './contract/refusals.ts';
import {
  attachmentsField,
  formOptions,
  mostAttachmentBytes,
  newReply,
  newTicket,
  ownTicket,
  ticket,
  ticketStart,
} from './contract/shapes.ts';

export { askForAccess, readMissingAccess } from './contract/access-calls.ts';
export { listArticles, readArticle } from './contract/article-calls.ts';
export {
  addNote,
  answerTicket,
  changeTicket,
  listDeskTickets,
  mergeTicket,
  readDeskCounts,
  readDeskOptions,
  readDeskTicket,
} from './contract/desk-calls.ts';
export { newAssignment, solving } from './contract/desk-shapes.ts';
export {
  changeIncident,
  joinIncident,
  listAllIncidents,
  postIncident,
} from './contract/incident-calls.ts';

const access = 'help-desk.submit';
const params = z.object({ id });
const files = { attachments: attachmentsField } as const;
const together = { maxBytes: mostAttachmentBytes };
const reply = jsonReply(z.object({ data: ticket }));

export const submitTicket = defineCall({
  name: 'submitTicket',
  summary: 'Submit a help desk ticket; the name and email are those of the account',
  method: 'POST',
  path: '/api/support/helpdesk',
  access,
  body: uploadBody(newTicket, files, together),
  reply: jsonReply(z.object({ data: ownTicket }), 201),
  identity: ['email'],
  refusals: {
    'unknown-category': unknownCategory,
    'wrong-answers': wrongAnswers,
    'too-many-tickets': tooManyTickets,
  },
  idempotent: true,
});

export const readTicketForm = defineCall({
  name: 'readTicketForm',
  summary: 'The categories of the help desk form and their questions',
  method: 'GET',
  path: '/api/support/helpdesk/form',
  access,
  reply: jsonReply(z.object({ data: formOptions })),
});

export const readTicketStart = defineCall({
  name: 'readTicketStart',
  summary: 'How a ticket about the follow-up of an RA log starts: its building and flags, never its texts',
  method: 'GET',
  path: '/api/support/helpdesk/start/:log',
  access,
  params: z.object({ log: id }),
  reply: jsonReply(z.object({ data: ticketStart })),
});

export const listMyTickets = defineCall({
  name: 'listMyTickets',
  summary: 'The tickets of the signed-in person, last changed first',
  method: 'GET',
  path: '/api/support/tickets',
  access,
  ...pagedList(ownTicket, {}),
});

export const readTicket = defineCall({
  name: 'readTicket',
  summary: 'A ticket with its messages, for its requester and the desk; without internal notes',
  method: 'GET',
  path: '/api/support/tickets/:id',
  access,
  params,
  reply,
  refusals: { unknown },
});

export const replyToTicket = defineCall({
  name: 'replyToTicket',
  summary: 'Add a message to your own ticket; one that was solved within the last 14 days is reopened',
  method: 'POST',
  path: '/api/support/tickets/:id/replies',
  access,
  params,
  body: uploadBody(newReply, files, together),
  reply: jsonReply(z.object({ data: ticket }), 201),
  refusals: {
    unknown,
    merged,
    'handed-over': handedOver,
    'too-late': tooLate,
    'too-many-messages': tooManyMessages,
  },
  idempotent: true,
});

export const closeTicket = defineCall({
  name: 'closeTicket',
  summary: 'Close your own ticket: it is solved',
  method: 'POST',
  path: '/api/support/tickets/:id/closing',
  access,
  params,
  reply,
  refusals: { unknown, 'already-solved': alreadySolved, 'handed-over': handedOver },
  idempotent: true,
});

export const rateTicket = defineCall({
  name: 'rateTicket',
  summary: 'Say whether the solution of your own ticket helped; the answer can be changed',
  method: 'POST',
  path: '/api/support/tickets/:id/rating',
  access,
  params,
  body: jsonBody(z.object({ helped: z.boolean() })),
  reply,
  refusals: {
    unknown,
    'not-solved': { kind: 'conflict', detail: 'This ticket is not solved yet.' },
    'too-many-ratings': {
      kind: 'too-many',
      detail: "You've answered this many times. Try again later.",
    },
  },
  idempotent: true,
});

export const downloadAttachment = defineCall({
  name: 'downloadAttachment',
  summary: 'Download an attachment of a ticket, as its requester or at the desk',
  method: 'GET',
  path: '/api/support/attachments/:id',
  // People at the desk may submit no tickets themselves: the rule requires either permission.
  access: 'signed-in',
  params,
  reply: fileReply,
  refusals: {
    unknown: { kind: 'not-found', detail: "This attachment doesn't exist, or it isn't yours." },
    'no-access': { kind: 'forbidden', detail: 'You cannot use the help desk.' },
  },
});

/** Every call of this tool, for the documents and the access matrix. */
export const helpDeskCalls = {
  submitTicket,
  readTicketForm,
  readTicketStart,
  listArticles,
  readArticle,
  listMyTickets,
  readTicket,
  replyToTicket,
  closeTicket,
  rateTicket,
  downloadAttachment,
  listDeskTickets,
  readDeskCounts,
  readDeskOptions,
  readDeskTicket,
  answerTicket,
  addNote,
  changeTicket,
  mergeTicket,
  joinIncident,
  listAllIncidents,
  postIncident,
  changeIncident,
  readMissingAccess,
  askForAccess,
};
