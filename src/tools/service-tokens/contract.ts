import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { calendarDate, folders, id, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

const access = 'service-tokens.manage';
const instantOrNull = z.iso.datetime().nullable();

/** The longest that a token can work, in days. */
export const longestLife = 365;

/** Where a token may publish files, and for whom. */
const files = z.object({
  pathPrefix: z.string(),
  groups: z.array(z.string()),
  everyone: z.boolean(),
});

/** A token as IT sees it: never its secret. */
export const token = z.object({
  id,
  name: z.string(),
  /** The last letters of the secret. */
  hint: z.string(),
  permissions: z.array(z.string()),
  files: files.nullable(),
  /** Empty: from anywhere. */
  addresses: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  lastUsedAt: instantOrNull,
  lastUsedFrom: z.string().nullable(),
  revokedAt: instantOrNull,
  revokedBy: z.string().nullable(),
  can: z.object({ revoke: z.boolean() }),
});
export type Token = z.output<typeof token>;

/** The form for a new token. */
export const newToken = z.object({
  name: text({ min: 1, max: 80, required: 'Enter a name.' }),
  permissions: z
    .array(text({ min: 1 }))
    .min(1, 'Choose at least one.')
    .max(50),
  /** Only for a permission to publish files. */
  pathPrefix: folders.default(''),
  groups: z
    .array(text({ min: 1 }))
    .max(50)
    .default([]),
  everyone: z.boolean().default(false),
  addresses: z
    .array(text({ min: 1, max: 100 }))
    .max(50)
    .default([]),
  /** The last day on which it works, on the college's calendar. */
  expiresOn: calendarDate,
});

export const listTokens = defineCall({
  name: 'listTokens',
  summary: 'Service tokens, newest first, the expired and revoked ones included',
  method: 'GET',
  path: '/api/service-tokens',
  access,
  ...pagedList(token, {}),
});

export const readTokenChoices = defineCall({
  name: 'readTokenChoices',
  summary: 'What a service token can be given: permissions, groups, and the last day it may work',
  method: 'GET',
  path: '/api/service-tokens/choices',
  access,
  reply: jsonReply(
    z.object({
      data: z.object({
        permissions: z.array(
          z.object({
            permission: z.string(),
            about: z.string(),
            tool: z.string(),
            publishesFiles: z.boolean(),
          }),
        ),
        groups: z.array(z.string()),
        today: calendarDate,
        lastDay: calendarDate,
      }),
    }),
  ),
});
export type TokenChoices = z.output<typeof readTokenChoices.reply.shape>['data'];

export const createToken = defineCall({
  name: 'createToken',
  summary: 'Create a service token; only this response ever has its secret',
  method: 'POST',
  path: '/api/service-tokens',
  access,
  body: jsonBody(newToken),
  reply: jsonReply(z.object({ data: z.object({ token, secret: z.string() }) }), 201),
  answersSecret: true,
  idempotent: true,
});

export type CreatedToken = z.output<typeof createToken.reply.shape>['data'];

export const revokeToken = defineCall({
  name: 'revokeToken',
  summary: 'Revoke a service token: its next request is refused',
  method: 'DELETE',
  path: '/api/service-tokens/:id',
  access,
  params: z.object({ id }),
  reply: emptyReply,
  refusals: {
    revoked: { kind: 'conflict', detail: 'Someone has already revoked this token.' },
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const serviceTokensCalls = { listTokens, readTokenChoices, createToken, revokeToken };
