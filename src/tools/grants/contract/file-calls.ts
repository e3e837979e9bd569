import { z } from 'zod';
import { defineCall, fileReply, jsonReply, uploadBody } from '../../../platform/contract/call.ts';
import { id } from '../../../platform/contract/fields.ts';
import { notTheApplicant, unknown, wrongState } from './refusals.ts';
import { applicationDetails, attachmentsField, mostAttachmentBytes, mostAttachments } from './shapes.ts';

const base = '/api/committees/faculty-growth-development';
const params = z.object({ id });
const details = z.object({ data: applicationDetails });

export const tooManyFiles = {
  kind: 'conflict',
  detail: `An application can have ${mostAttachments} files and as many receipts. Combine some of them into one.`,
} as const;

export const addAttachments = defineCall({
  name: 'addAttachments',
  summary: 'Add files to your own application; once it is approved, they are receipts for the final report',
  method: 'POST',
  path: `${base}/application/:id/attachments`,
  access: 'signed-in',
  params,
  body: uploadBody(z.object({}), { attachments: attachmentsField }, { maxBytes: mostAttachmentBytes }),
  reply: jsonReply(details, 201),
  refusals: {
    unknown,
    'wrong-state': wrongState,
    'not-the-applicant': notTheApplicant,
    'too-many-files': tooManyFiles,
  },
  idempotent: true,
});

const unknownFile = { kind: 'not-found', detail: "This file doesn't exist, or it isn't yours." } as const;

export const downloadGrantFile = defineCall({
  name: 'downloadGrantFile',
  summary: 'Download a file of an application, as its applicant or a member of the committee',
  method: 'GET',
  path: `${base}/attachments/:id`,
  access: 'signed-in',
  params,
  reply: fileReply,
  refusals: { unknown: unknownFile },
});

export const removeAttachment = defineCall({
  name: 'removeAttachment',
  summary:
    'Remove a file from your own application while it is a draft, or a receipt before the final report is submitted',
  method: 'DELETE',
  path: `${base}/attachments/:id`,
  access: 'signed-in',
  params,
  reply: jsonReply(details),
  refusals: { unknown: unknownFile, 'wrong-state': wrongState, 'not-the-applicant': notTheApplicant },
  idempotent: true,
});
