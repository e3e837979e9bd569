import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from './call.ts';
import { text } from './fields.ts';

/** How many tools someone can pin. */
export const mostPins = 40;

const tooMany = `You can pin up to ${mostPins} tools.`;
const tool = text({ min: 1, max: 100 });
/** Tools as `tool.screen`, in the order in which they are shown; those that no longer exist are not shown. */
const pins = z.array(tool).max(mostPins, tooMany);
const path = '/api/pins';
const access = 'signed-in';
/** `null`: this person never chose any. */
const reply = jsonReply(z.object({ data: z.object({ pins: z.array(z.string()).nullable() }) }));

export const readPins = defineCall({
  name: 'readPins',
  summary:
    'The tools that the signed-in person has pinned to their home page; `null` if they never chose any',
  method: 'GET',
  path,
  access,
  reply,
});

export const setPin = defineCall({
  name: 'setPin',
  summary:
    'Pin one tool to the home page of the signed-in person, or unpin it; `atFirst` is what someone who never chose any has pinned',
  method: 'POST',
  path,
  access,
  body: jsonBody(z.object({ tool, pinned: z.boolean(), atFirst: z.array(tool).max(mostPins - 1) })),
  reply,
  refusals: { 'too-many': { kind: 'conflict', detail: `${tooMany} Unpin another one first.` } },
});

export const arrangePins = defineCall({
  name: 'arrangePins',
  summary:
    'Pin these tools to the home page of the signed-in person, in place of those that they had `before` (`null`: none chosen)',
  method: 'PUT',
  path,
  access,
  body: jsonBody(z.object({ pins, before: pins.nullable() })),
  reply,
  refusals: {
    'pins-changed': {
      kind: 'conflict',
      detail: 'Your pins were changed in another tab or on another device. Check them and try again.',
    },
  },
});
