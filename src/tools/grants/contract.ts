import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { emailText, id, longText } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { listDrafts, readDraft, removeDraft, saveDraft } from './contract/draft-calls.ts';
import { faultsOf } from './contract/fields.ts';
import { exportApplications, readGrantFigures } from './contract/figure-calls.ts';
import { addAttachments, downloadGrantFile, removeAttachment } from './contract/file-calls.ts';
import {
  notAnApprover,
  ownApplication,
  recused,
  stale,
  staleDraft,
  unknown,
  wrongState,
} from './contract/refusals.ts';
import { decideReport, submitReport } from './contract/report-calls.ts';
import {
  affectedApplication,
  application,
  applicationDetails,
  applicationEdit,
  applicationForm,
  applicationStates,
  approver,
  newApplication,
  newApprover,
} from './contract/shapes.ts';

export { listDrafts, readDraft, removeDraft, saveDraft } from './contract/draft-calls.ts';
export { wholeApplication } from './contract/field-shapes.ts';
export { exportApplications, readGrantFigures } from './contract/figure-calls.ts';
export { addAttachments, downloadGrantFile, removeAttachment } from './contract/file-calls.ts';
export { decideReport, submitReport } from './contract/report-calls.ts';
export { newReport, reportDecision } from './contract/report-shapes.ts';

const base = '/api/committees/faculty-growth-development';
const params = z.object({ id });
const details = z.object({ data: applicationDetails });
const voting = {
  unknown,
  'not-an-approver': notAnApprover,
  'own-application': ownApplication,
  'wrong-state': wrongState,
  recused,
  'stale-version': stale,
} as const;

export const listApprovers = defineCall({
  name: 'listApprovers',
  summary: 'The people who vote on funding applications',
  method: 'GET',
  path: `${base}/approvers`,
  // One of two permissions: the rule checks for them.
  access: 'signed-in',
  reply: jsonReply(z.object({ data: z.array(approver) })),
  refusals: { 'no-access': { kind: 'forbidden', detail: 'You cannot see the list of approvers.' } },
});

export const addApprover = defineCall({
  name: 'addApprover',
  summary: 'Add someone to the list of approvers; the name and email are stored as sent',
  method: 'POST',
  path: `${base}/approvers`,
  access: 'grants.manage',
  body: jsonBody(newApprover),
  reply: jsonReply(z.object({ data: approver }), 201),
  refusals: { duplicate: { kind: 'conflict', detail: 'This person is already on the list.' } },
  idempotent: true,
});

const unknownApprover = { kind: 'not-found', detail: 'This person is not on the list anymore.' } as const;

export const readApproverEffects = defineCall({
  name: 'readApproverEffects',
  summary:
    'How many pending applications would change if this approver were removed, and what becomes of those whose votes you may see, oldest first, 20 at most',
  method: 'GET',
  path: `${base}/approvers/:id/effects`,
  access: 'grants.manage',
  params,
  reply: jsonReply(z.object({ data: z.array(affectedApplication), total: z.int() })),
  refusals: { unknown: unknownApprover },
});

export const removeApprover = defineCall({
  name: 'removeApprover',
  summary: 'Remove someone from the list of approvers; votes that were cast stay in the history',
  method: 'DELETE',
  path: `${base}/approvers/:id`,
  access: 'grants.manage',
  params,
  reply: emptyReply,
  refusals: { unknown: unknownApprover },
  idempotent: true,
});

export const readApplicationForm = defineCall({
  name: 'readApplicationForm',
  summary: 'How a new application starts, and the rates for meals and mileage',
  method: 'GET',
  path: `${base}/apply/form`,
  // Also for an applicant who may no longer apply and resubmits what was returned.
  access: 'signed-in',
  reply: jsonReply(z.object({ data: applicationForm })),
});

export const applyForFunding = defineCall({
  name: 'applyForFunding',
  summary: 'Submit an application: it is pending, and the server computes its total',
  method: 'POST',
  path: `${base}/apply`,
  access: 'grants.apply',
  body: jsonBody(
    z.object(newApplication).superRefine((body, context) => {
      for (const [name, message] of Object.entries(faultsOf(body)))
        context.addIssue({ code: 'custom', path: [name], message });
    }),
  ),
  reply: jsonReply(details, 201),
  identity: ['submittedBy'],
  refusals: {
    'draft-gone': {
      kind: 'conflict',
      detail:
        'This draft was submitted or deleted in another tab. Check your applications before you submit it again.',
    },
    'stale-draft': staleDraft,
    'too-many-applications': {
      kind: 'too-many',
      detail: 'You have submitted many applications in the past hour. Submit this one later.',
    },
  },
  idempotent: true,
});

export const listApplications = defineCall({
  name: 'listApplications',
  summary: 'Submitted applications, newest first: all for the committee, otherwise only your own',
  method: 'GET',
  path: `${base}/applications`,
  access: 'signed-in',
  ...pagedList(application, {
    submittedBy: emailText.optional(),
    approvalStatus: z.enum(['', ...applicationStates]).optional(),
  }),
});

export const readApplication = defineCall({
  name: 'readApplication',
  summary: 'An application, for its applicant and the committee',
  method: 'GET',
  path: `${base}/application/:id`,
  access: 'signed-in',
  params,
  reply: jsonReply(details),
  refusals: { unknown },
});

export const editApplication = defineCall({
  name: 'editApplication',
  summary: 'Resubmit your returned application, or move an application to another status',
  method: 'PUT',
  path: `${base}/application/:id/edit`,
  access: 'signed-in',
  params,
  body: jsonBody(applicationEdit),
  reply: jsonReply(details),
  refusals: {
    ...voting,
    'stale-draft': staleDraft,
    'not-unanimous': {
      kind: 'conflict',
      detail: 'Not every approver has voted this way. Reload the page to see the votes.',
    },
    'comment-required': { kind: 'invalid', detail: 'Enter a reason: the applicant reads it.' },
  },
  idempotent: true,
});

const vote = { version: z.int().optional() };
const alreadyVoted = { kind: 'conflict', detail: 'You have already voted on this application.' } as const;

export const approveApplication = defineCall({
  name: 'approveApplication',
  summary: 'Vote for an application, as someone on the list of approvers; the name is that of the session',
  method: 'POST',
  path: `${base}/application/:id/approvals`,
  access: 'signed-in',
  params,
  body: jsonBody(
    z.object({
      ...vote,
      fullName: z.unknown().optional(),
      email: emailText.optional(),
      required: z.unknown().optional(),
    }),
  ),
  reply: jsonReply(details, 201),
  identity: ['email'],
  refusals: { ...voting, 'already-voted': alreadyVoted },
  idempotent: true,
});

export const declineApplication = defineCall({
  name: 'declineApplication',
  summary: 'Vote against an application, with a reason that the committee reads',
  method: 'POST',
  path: `${base}/application/:id/declines`,
  access: 'signed-in',
  params,
  body: jsonBody(z.object({ ...vote, reason: longText.min(1, 'Enter a reason.') })),
  reply: jsonReply(details, 201),
  refusals: { ...voting, 'already-voted': alreadyVoted },
  idempotent: true,
});

export const recuseFromApplication = defineCall({
  name: 'recuseFromApplication',
  summary: 'Take no part in the decision on an application; this cannot be undone',
  method: 'POST',
  path: `${base}/application/:id/recusals`,
  access: 'signed-in',
  params,
  body: jsonBody(z.object(vote)),
  reply: jsonReply(details, 201),
  refusals: voting,
  idempotent: true,
});

export const writeMessage = defineCall({
  name: 'writeMessage',
  summary: 'Write to the committee as the applicant, or to the applicant as an approver; also sent by email',
  method: 'POST',
  path: `${base}/application/:id/messages`,
  access: 'signed-in',
  params,
  body: jsonBody(z.object({ text: longText.min(1, 'Enter a message.') })),
  reply: jsonReply(details, 201),
  refusals: {
    unknown,
    'not-an-approver': notAnApprover,
    'own-application': ownApplication,
    recused,
    'too-many-messages': {
      kind: 'too-many',
      detail: 'You have written many messages in the past hour. Send this one later.',
    },
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const grantsCalls = {
  listApprovers,
  addApprover,
  readApproverEffects,
  removeApprover,
  readApplicationForm,
  applyForFunding,
  listApplications,
  readApplication,
  editApplication,
  approveApplication,
  declineApplication,
  recuseFromApplication,
  writeMessage,
  listDrafts,
  readDraft,
  saveDraft,
  removeDraft,
  readGrantFigures,
  exportApplications,
  addAttachments,
  downloadGrantFile,
  removeAttachment,
  submitReport,
  decideReport,
};
