import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from '../../../platform/contract/call.ts';
import { boundedText, id, text } from '../../../platform/contract/fields.ts';
import { tooManyTickets } from './refusals.ts';

/** An open request of the signed-in person for a permission: when it was sent, and its ticket. */
const asked = z.object({ at: z.iso.datetime(), ticket: z.object({ id, number: z.int() }) });

/** What keeps the signed-in person from a page. Nothing in it is about what is on the page. */
const missingAccess = z.object({
  permission: z.string(),
  /** What the permission lets people do, in a sentence. */
  about: z.string(),
  /** Who decides who gets it, and how to reach them; `null` if the college has not said how. */
  owner: z.object({ name: z.string(), contact: z.string().nullable() }),
  asked: asked.nullable(),
  can: z.object({ ask: z.boolean() }),
});
export type MissingAccess = z.output<typeof missingAccess>;

export const readMissingAccess = defineCall({
  name: 'readMissingAccess',
  summary:
    'The permission that the signed-in person lacks for a page, and who to ask for it; `null` if none is missing',
  method: 'GET',
  path: '/api/support/access',
  access: 'signed-in',
  query: z.object({ path: boundedText(2_000) }),
  reply: jsonReply(z.object({ data: missingAccess.nullable() })),
});

/** The form. The permission is the one that `readMissingAccess` named. */
export const newAccessRequest = z.object({
  permission: boundedText(100),
  reason: text({ min: 1, max: 2_000, required: 'Say what you need it for.' }),
});

export const askForAccess = defineCall({
  name: 'askForAccess',
  summary:
    'Ask for a permission: creates a ticket for its owner, one at a time for each person and permission; grants nothing',
  method: 'POST',
  path: '/api/support/access',
  access: 'help-desk.submit',
  body: jsonBody(newAccessRequest),
  reply: jsonReply(z.object({ data: asked })),
  refusals: {
    'unknown-permission': { kind: 'not-found', detail: 'This permission no longer exists.' },
    'has-permission': {
      kind: 'conflict',
      detail: 'You have this permission now. Reload the page.',
    },
    'too-many-tickets': tooManyTickets,
  },
  idempotent: true,
});
