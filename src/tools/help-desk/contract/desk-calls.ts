import { z } from 'zod';
import { defineCall, jsonBody, jsonReply, uploadBody } from '../../../platform/contract/call.ts';
import { id } from '../../../platform/contract/fields.ts';
import { pagedList } from '../../../platform/contract/paging.ts';
import {
  deskCounts,
  deskDetails,
  deskFilters,
  deskOptions,
  deskTicket,
  merging,
  newAnswer,
  newNote,
  ticketChange,
} from './desk-shapes.ts';
import { alreadyMerged, stale, unknown, unknownCategory } from './refusals.ts';
import { attachmentsField, mostAttachmentBytes } from './shapes.ts';

const access = 'help-desk.work';
const base = '/api/support/desk';
const params = z.object({ id });
const details = z.object({ data: deskDetails });

export const listDeskTickets = defineCall({
  name: 'listDeskTickets',
  summary: 'The tickets at the desk, longest waiting first; solved and all tickets newest first',
  method: 'GET',
  path: `${base}/tickets`,
  access,
  ...pagedList(deskTicket, deskFilters, { pageSize: 20 }),
});

export const readDeskCounts = defineCall({
  name: 'readDeskCounts',
  summary: 'How many tickets at the desk are in each state, assigned to the signed-in person, and unassigned',
  method: 'GET',
  path: `${base}/counts`,
  access,
  reply: jsonReply(z.object({ data: deskCounts })),
});

export const readDeskOptions = defineCall({
  name: 'readDeskOptions',
  summary: 'The categories, saved replies, and open known issues that the desk can choose from',
  method: 'GET',
  path: `${base}/options`,
  access,
  reply: jsonReply(z.object({ data: deskOptions })),
});

export const readDeskTicket = defineCall({
  name: 'readDeskTicket',
  summary: 'A ticket with its messages and internal notes, and the other tickets of its requester',
  method: 'GET',
  path: `${base}/tickets/:id`,
  access,
  params,
  reply: jsonReply(details),
  refusals: { unknown },
});

export const answerTicket = defineCall({
  name: 'answerTicket',
  summary: 'Answer a ticket: the requester is notified by email; `state` is its state afterward',
  method: 'POST',
  path: `${base}/tickets/:id/answers`,
  access,
  params,
  body: uploadBody(newAnswer, { attachments: attachmentsField }, { maxBytes: mostAttachmentBytes }),
  reply: jsonReply(details, 201),
  refusals: { unknown, 'already-merged': alreadyMerged, 'stale-version': stale },
  idempotent: true,
});

export const addNote = defineCall({
  name: 'addNote',
  summary: 'Add an internal note to a ticket: only the desk reads it',
  method: 'POST',
  path: `${base}/tickets/:id/notes`,
  access,
  params,
  body: jsonBody(newNote),
  reply: jsonReply(details, 201),
  refusals: { unknown, 'already-merged': alreadyMerged },
  idempotent: true,
});

export const changeTicket = defineCall({
  name: 'changeTicket',
  summary: 'Assign a ticket, or change its category, state, or known issue; an empty one is removed',
  method: 'PUT',
  path: `${base}/tickets/:id`,
  access,
  params,
  body: jsonBody(ticketChange),
  reply: jsonReply(details),
  refusals: {
    unknown,
    'already-merged': alreadyMerged,
    'unknown-category': unknownCategory,
    'unknown-incident': { kind: 'invalid', detail: 'This known issue is solved or was removed.' },
    'not-at-the-desk': {
      kind: 'invalid',
      detail: "This person doesn't work at the help desk, or has never signed in.",
    },
    'stale-version': stale,
  },
  idempotent: true,
});

export const mergeTicket = defineCall({
  name: 'mergeTicket',
  summary:
    'Move the messages and notes of a ticket, and what it is about, into another one of the same requester, and close it',
  method: 'POST',
  path: `${base}/tickets/:id/merging`,
  access,
  params,
  body: jsonBody(merging),
  reply: jsonReply(details),
  refusals: {
    unknown,
    'unknown-target': { kind: 'invalid', detail: "The ticket to merge into doesn't exist." },
    'other-requester': { kind: 'conflict', detail: 'Only tickets of the same requester can be merged.' },
    'already-merged': { kind: 'conflict', detail: 'One of these tickets was already merged.' },
    'handed-over': { kind: 'conflict', detail: 'Another help desk is working on one of these tickets.' },
    'two-logs': {
      kind: 'conflict',
      detail: 'Each of these tickets is about a different RA log. Solve them one by one.',
    },
    'two-permissions': {
      kind: 'conflict',
      detail: 'These tickets ask for different permissions, which are decided separately.',
    },
    'stale-version': stale,
  },
  idempotent: true,
});
