import { z } from 'zod';
import { defineCall, fileReply, jsonBody, jsonReply, uploadBody } from '../../platform/contract/call.ts';
import { id } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { removed, stale, submitting, unknown, wrongState } from './contract/refusals.ts';
import {
  newPoster,
  newReply,
  poster,
  posterCounts,
  posterField,
  posterForm,
  posterMove,
  posterRow,
  queuedPoster,
  queueFilters,
} from './contract/shapes.ts';

const base = '/api/departments/mail-copy-center';
const params = z.object({ id });
const details = jsonReply(z.object({ data: poster }));

export const submitPoster = defineCall({
  name: 'submitPoster',
  summary: 'Send a poster to be printed; the name and the email are those of the account',
  method: 'POST',
  path: `${base}/poster-print-request`,
  access: 'posters.submit',
  body: uploadBody(newPoster, { attachment: posterField }),
  reply: jsonReply(z.object({ data: posterRow }), 201),
  identity: ['requesterEmail'],
  refusals: submitting,
  idempotent: true,
});

export const readPosterForm = defineCall({
  name: 'readPosterForm',
  summary: 'What the form offers: papers, finishes, prices, and the first day on which a poster can be ready',
  method: 'GET',
  path: `${base}/poster-form`,
  access: 'posters.submit',
  reply: jsonReply(z.object({ data: posterForm })),
});

export const listMyPosters = defineCall({
  name: 'listMyPosters',
  summary: 'The poster requests of the signed-in person, newest first',
  method: 'GET',
  path: `${base}/poster-requests`,
  access: 'posters.submit',
  ...pagedList(posterRow, {}),
});

export const readPoster = defineCall({
  name: 'readPoster',
  summary: 'A poster request with its messages, for its requester and the mail room',
  method: 'GET',
  path: `${base}/poster-requests/:id`,
  access: 'signed-in',
  params,
  reply: details,
  refusals: { unknown },
});

export const replyAboutPoster = defineCall({
  name: 'replyAboutPoster',
  summary: "Answer the mail room's question about your own poster",
  method: 'POST',
  path: `${base}/poster-requests/:id/replies`,
  access: 'posters.submit',
  params,
  body: jsonBody(newReply),
  reply: jsonReply(z.object({ data: poster }), 201),
  refusals: { unknown, 'wrong-state': wrongState },
  idempotent: true,
});

export const cancelPoster = defineCall({
  name: 'cancelPoster',
  summary: 'Cancel your own poster request before the mail room has started',
  method: 'POST',
  path: `${base}/poster-requests/:id/cancelling`,
  access: 'posters.submit',
  params,
  reply: details,
  refusals: { unknown, 'wrong-state': wrongState },
  idempotent: true,
});

export const downloadPoster = defineCall({
  name: 'downloadPoster',
  summary: 'Download the PDF of a poster request, as its requester or the mail room',
  method: 'GET',
  path: `${base}/poster-requests/:id/file`,
  access: 'signed-in',
  params,
  reply: fileReply,
  refusals: { unknown, removed },
});

export const listPosterQueue = defineCall({
  name: 'listPosterQueue',
  summary: 'The poster requests that are not over, by the day they are needed; past ones newest first',
  method: 'GET',
  path: `${base}/poster-queue`,
  access: 'posters.print',
  ...pagedList(queuedPoster, queueFilters, { pageSize: 20 }),
});

export const readPosterCounts = defineCall({
  name: 'readPosterCounts',
  summary: 'How many poster requests are in each state that is not over',
  method: 'GET',
  path: `${base}/poster-counts`,
  access: 'posters.print',
  reply: jsonReply(z.object({ data: posterCounts })),
});

export const movePoster = defineCall({
  name: 'movePoster',
  summary: 'Move a poster request to another state; the requester is notified by email',
  method: 'PUT',
  path: `${base}/poster-queue/:id`,
  access: 'posters.print',
  params,
  body: jsonBody(posterMove),
  reply: details,
  refusals: { unknown, 'wrong-state': wrongState, 'stale-version': stale },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const postersCalls = {
  submitPoster,
  readPosterForm,
  listMyPosters,
  readPoster,
  replyAboutPoster,
  cancelPoster,
  downloadPoster,
  listPosterQueue,
  readPosterCounts,
  movePoster,
};
