import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from './call.ts';
import { text } from './fields.ts';

/** Tools as `tool.screen`, in the order in which they are shown; those that no longer exist are not shown. */
const pins = z.array(text({ min: 1, max: 100 })).max(40, 'You can pin up to 40 tools.');

export const savePins = defineCall({
  name: 'savePins',
  summary: 'Pin these tools to the home page of the signed-in person, in place of all others',
  method: 'PUT',
  path: '/api/pins',
  access: 'signed-in',
  body: jsonBody(z.object({ pins })),
  reply: jsonReply(z.object({ data: z.object({ pins: z.array(z.string()) }) })),
});
