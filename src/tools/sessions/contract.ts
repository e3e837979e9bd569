import { z } from 'zod';
import { defineCall, emptyReply, jsonReply } from '../../platform/contract/call.ts';
import { id } from '../../platform/contract/fields.ts';
import { sessionShape } from '../../platform/contract/sign-in.ts';

const access = 'signed-in';

export const listOwnSessions = defineCall({
  name: 'listOwnSessions',
  summary: 'Where you are signed in, most recently used first',
  method: 'GET',
  path: '/api/auth/sessions',
  access,
  reply: jsonReply(z.object({ data: z.array(sessionShape) })),
});

export const endOwnSession = defineCall({
  name: 'endOwnSession',
  summary: 'Sign out one of your sessions, including the current one',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access,
  params: z.object({ id }),
  reply: emptyReply,
  refusals: { unknown: { kind: 'not-found', detail: 'This session has already ended.' } },
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  summary: 'Sign out everywhere except here',
  method: 'DELETE',
  path: '/api/auth/sessions',
  access,
  reply: jsonReply(z.object({ data: z.object({ ended: z.int() }) })),
});

/** Every call of this tool, for the documents and the access matrix. */
export const sessionsCalls = { listOwnSessions, endOwnSession, endOtherSessions };
