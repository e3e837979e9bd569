import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../../platform/contract/call.ts';
import { id } from '../../../platform/contract/fields.ts';
import { draft, draftChange, mostDrafts, ownDraft, savedDraft } from './draft-shapes.ts';

const path = '/api/committees/faculty-growth-development/drafts';
const toApply = 'grants.apply';
// An applicant who may no longer apply can still finish what they have started: the row decides.
const access = 'signed-in';
const params = z.object({ id });
const unknown = { kind: 'not-found', detail: 'This draft was submitted or deleted.' } as const;

export const listDrafts = defineCall({
  name: 'listDrafts',
  summary: 'Your own drafts of new applications, last saved first',
  method: 'GET',
  path,
  access: toApply,
  reply: jsonReply(z.object({ data: z.array(ownDraft) })),
});

export const readDraft = defineCall({
  name: 'readDraft',
  summary:
    'What you typed into an application or its final report and have not submitted yet; null if there is nothing',
  method: 'GET',
  path: `${path}/:id`,
  access,
  params,
  // Not a refusal: each form asks, and most have no draft.
  reply: jsonReply(z.object({ data: draft.nullable() })),
});

export const saveDraft = defineCall({
  name: 'saveDraft',
  summary:
    'Save what has been typed so far; the draft has a new id, or that of your returned application or of the one you are reporting on',
  method: 'PUT',
  path: `${path}/:id`,
  access,
  params,
  body: jsonBody(draftChange),
  reply: jsonReply(z.object({ data: savedDraft })),
  refusals: {
    unknown,
    'cannot-apply': { kind: 'forbidden', detail: 'You cannot apply for funding.' },
    'too-many-drafts': {
      kind: 'conflict',
      detail: `You have ${mostDrafts} drafts. Submit or delete one of them first.`,
    },
    'stale-version': {
      kind: 'conflict',
      detail: 'This draft was changed on another device or in another tab.',
    },
  },
});

export const removeDraft = defineCall({
  name: 'removeDraft',
  summary: 'Delete one of your drafts',
  method: 'DELETE',
  path: `${path}/:id`,
  access,
  params,
  reply: emptyReply,
  refusals: { unknown },
});
