import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { id, text } from '../../platform/contract/fields.ts';

const access = 'wifi-keys.open';
const path = '/api/support/wifi-key';

/** The bare shape of the specification. */
export const wifiKey = z.object({ id, password: z.string(), expired_time: z.iso.datetime() });
export type WifiKey = z.output<typeof wifiKey>;

const refusals = {
  'no-key': { kind: 'not-found', detail: 'There is no such Wi-Fi key.' },
  'controller-down': {
    kind: 'unavailable',
    detail: "The Wi-Fi system isn't answering right now. Nothing was changed. Try again in a few minutes.",
  },
  revoked: {
    kind: 'forbidden',
    detail: 'IT revoked your Wi-Fi key. Contact IT to get another one.',
  },
  'too-often': {
    kind: 'too-many',
    detail: 'You have made many keys in a short time. Wait an hour, or contact IT.',
  },
} as const;
const { 'controller-down': down } = refusals;

export const readWifiKey = defineCall({
  name: 'readWifiKey',
  summary: "The Wi-Fi key of the person who asks; 404 `no-key` if they don't have one",
  method: 'GET',
  path,
  access,
  query: z.object({ email: text().optional() }),
  identity: ['email'],
  reply: jsonReply(wifiKey),
  refusals: { 'no-key': refusals['no-key'], 'controller-down': down },
  answersSecret: true,
});

export const createWifiKey = defineCall({
  name: 'createWifiKey',
  summary: 'Make a Wi-Fi key for the person who asks; if they have one that works, that one is the answer',
  method: 'POST',
  path,
  access,
  // The names are accepted, and the account's are used.
  body: jsonBody(
    z.object({ firstName: text().optional(), lastName: text().optional(), email: text().optional() }),
  ),
  identity: ['email'],
  reply: jsonReply(wifiKey, 201),
  refusals: { 'controller-down': down, revoked: refusals.revoked, 'too-often': refusals['too-often'] },
  answersSecret: true,
});

export const deleteWifiKey = defineCall({
  name: 'deleteWifiKey',
  summary: 'Delete a Wi-Fi key: devices that use it lose their connection',
  method: 'DELETE',
  path,
  access,
  query: z.object({ id }),
  reply: emptyReply,
  refusals: {
    'no-key': refusals['no-key'],
    'controller-down': down,
    revoked: refusals.revoked,
  },
});

export const readWifiGuide = defineCall({
  name: 'readWifiGuide',
  summary: 'The network, its rules, and how to join it with each kind of device',
  method: 'GET',
  path: `${path}/guide`,
  access,
  reply: jsonReply(
    z.object({
      data: z.object({
        network: z.string(),
        /** How many devices may use one key at the same time. */
        devices: z.int(),
        rules: z.array(z.string()),
        systems: z.array(z.object({ name: z.string(), steps: z.array(z.string()) })),
      }),
    }),
  ),
});
export type WifiGuide = z.output<typeof readWifiGuide.reply.shape>['data'];

/** Every call of this tool, for the documents and the access matrix. */
export const wifiKeysCalls = { readWifiKey, createWifiKey, deleteWifiKey, readWifiGuide };
