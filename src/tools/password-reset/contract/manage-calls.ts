import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../../platform/contract/call.ts';
import { emailText, id, instant, searchText, text } from '../../../platform/contract/fields.ts';
import { pagedList } from '../../../platform/contract/paging.ts';
import { principalEmail, reason, tooManyChecks } from './shapes.ts';

const access = 'password-reset.manage';
const path = '/api/support/password-reset';
const params = z.object({ id });

/** The names of the specification. */
export const attempt = z.object({
  _id: id,
  PrincipalEmail: z.string(),
  IpAddress: z.string(),
  Timestamp: z.iso.datetime(),
  UserAgent: z.string(),
  Referrer: z.string(),
  /** JSON text with every value masked. */
  Payload: z.string(),
  /** Its outcome. */
  outcome: z.enum(['unknown', 'refused', 'matched', 'sent', 'not-sent']),
  reasons: z.array(reason),
});
export type Attempt = z.output<typeof attempt>;

export const attemptPayload = z.object({
  birthdate: z.string(),
  last4ssn: z.string(),
  personalPhoneNumber: z.string(),
  id: z.string(),
  isInternationalStudent: z.boolean(),
});
export type AttemptPayload = z.output<typeof attemptPayload>;

export const listAttempts = defineCall({
  name: 'listAttempts',
  summary: 'Who tried to reset a password, newest first, with what was typed masked',
  method: 'GET',
  path: `${path}/attempts`,
  access,
  ...pagedList(attempt, { PrincipalEmail: emailText.optional(), IpAddress: searchText }),
  discloses: 'password-reset-attempts.read',
});

export const readAttemptPayload = defineCall({
  name: 'readAttemptPayload',
  summary: 'What was typed in one attempt, in plain text',
  method: 'GET',
  path: `${path}/attempts/:id/payload`,
  access,
  params,
  reply: jsonReply(z.object({ data: attemptPayload })),
  refusals: {
    'no-payload': {
      kind: 'not-found',
      detail: 'What was typed can no longer be shown. It is removed after a while.',
    },
  },
  discloses: 'password-reset-payload.read',
  answersSecret: true,
});

export const exclusion = z.object({
  _id: id,
  principalEmail: z.string(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  isOver: z.boolean(),
});
export type Exclusion = z.output<typeof exclusion>;

export const newExclusion = z.object({
  principalEmail,
  expiresAt: instant,
  reason: text().optional(),
  /** One that the account still has makes room for it. */
  replaces: z.boolean().optional(),
});

export const listExclusions = defineCall({
  name: 'listExclusions',
  summary: 'Who is excluded from the password reset, newest first',
  method: 'GET',
  path: `${path}/exclusions`,
  access,
  ...pagedList(exclusion, {}, { pageSize: 20 }),
});

export const addExclusion = defineCall({
  name: 'addExclusion',
  summary: 'Exclude an account from the password reset until a given time; links that were sent stop working',
  method: 'POST',
  path: `${path}/exclusions`,
  access,
  body: jsonBody(newExclusion),
  reply: jsonReply(z.object({ data: exclusion }), 201),
  refusals: {
    'already-excluded': {
      kind: 'conflict',
      detail: 'This account is already excluded. You can replace that exclusion with this one.',
    },
  },
  idempotent: true,
});

export const deleteExclusion = defineCall({
  name: 'deleteExclusion',
  summary: 'End an exclusion now',
  method: 'DELETE',
  path: `${path}/exclusions/:id`,
  access,
  params,
  reply: emptyReply,
  idempotent: true,
});

export const checkEligibility = defineCall({
  name: 'checkEligibility',
  summary: 'Whether an account can be reset by its owner; 409 with the reasons at `principalEmail` if not',
  method: 'POST',
  changesNothing: true,
  path: `${path}/check-eligibility`,
  access,
  body: jsonBody(z.object({ principalEmail })),
  reply: jsonReply(z.object({ data: z.object({ eligible: z.literal(true), message: z.string() }) })),
  refusals: {
    'not-eligible': {
      kind: 'conflict',
      detail: 'This account is not eligible for a self-serve password reset.',
    },
    'too-many-checks': tooManyChecks,
  },
});
