import { z } from 'zod';
import { defineCall, jsonReply } from '../../platform/contract/call.ts';
import { searchText } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

/** The key of an email, which names its file. */
const key = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,98}[A-Za-z0-9])?$/);

const summary = z.object({
  id: key,
  at: z.iso.datetime(),
  to: z.array(z.string()),
  subject: z.string(),
});
export type Summary = z.output<typeof summary>;

const email = summary.extend({
  from: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.int() })),
});
export type Email = z.output<typeof email>;

const access = 'outgoing-mail.read';

export const listOutgoingMail = defineCall({
  name: 'listOutgoingMail',
  summary: 'Emails to the made-up people of the demo, newest first; `search` looks in addresses and subjects',
  method: 'GET',
  path: '/api/outgoing-mail',
  access,
  ...pagedList(summary, { search: searchText }),
});

export const readOutgoingMail = defineCall({
  name: 'readOutgoingMail',
  summary: 'One email to a made-up person of the demo',
  method: 'GET',
  path: '/api/outgoing-mail/:id',
  access,
  params: z.object({ id: key }),
  reply: jsonReply(z.object({ data: email })),
  refusals: {
    unknown: { kind: 'not-found', detail: "This email doesn't exist. Emails are removed after 7 days." },
  },
});

/** Every call of this tool, for the documents and the access matrix. */
export const outgoingMailCalls = { listOutgoingMail, readOutgoingMail };
