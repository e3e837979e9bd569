import { z } from 'zod';
import { defineCall, jsonBody, jsonReply, uploadBody } from '../../../platform/contract/call.ts';
import { id } from '../../../platform/contract/fields.ts';
import { tooManyFiles } from './file-calls.ts';
import {
  notAnApprover,
  notTheApplicant,
  ownApplication,
  recused,
  stale,
  staleDraft,
  unknown,
  wrongState,
} from './refusals.ts';
import { newReport, reportDecision } from './report-shapes.ts';
import { applicationDetails, attachmentsField, mostAttachmentBytes } from './shapes.ts';

const path = '/api/committees/faculty-growth-development/application/:id/report';
const params = z.object({ id });
const details = z.object({ data: applicationDetails });

export const submitReport = defineCall({
  name: 'submitReport',
  summary:
    'Submit the final report of your approved application, with receipts; the server computes its total',
  method: 'POST',
  path,
  access: 'signed-in',
  params,
  body: uploadBody(
    newReport,
    { receipts: { ...attachmentsField, required: false } },
    { maxBytes: mostAttachmentBytes },
  ),
  reply: jsonReply(details, 201),
  refusals: {
    unknown,
    'wrong-state': wrongState,
    'not-the-applicant': notTheApplicant,
    'stale-version': stale,
    'stale-draft': staleDraft,
    'too-many-files': tooManyFiles,
  },
  idempotent: true,
});

export const decideReport = defineCall({
  name: 'decideReport',
  summary: 'Accept a final report, so that its amounts count, or return it and say what is missing',
  method: 'PUT',
  path,
  access: 'signed-in',
  params,
  body: jsonBody(reportDecision),
  reply: jsonReply(details),
  refusals: {
    unknown,
    'not-an-approver': notAnApprover,
    'own-application': ownApplication,
    recused,
    'wrong-state': wrongState,
    'stale-version': stale,
    'comment-required': { kind: 'invalid', detail: 'Enter what is missing: the applicant reads it.' },
  },
  idempotent: true,
});
