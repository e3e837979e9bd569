import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { id, searchText, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

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

const manage = 'wifi-keys.manage';
export const keyStates = ['active', 'expired', 'revoked'] as const;

/** A key as IT sees it: never the key itself. */
export const keyEntry = z.object({
  id,
  kind: z.enum(['own', 'device', 'guest']),
  /** Whose it is; of a guest, who answers for them. */
  person: z.object({ name: z.string(), email: z.string() }),
  /** What a device is called, or the name of a guest. */
  label: z.string(),
  guestEmail: z.string().nullable(),
  state: z.enum(keyStates),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** Who revoked it, and why. */
  revokedBy: z.string().nullable(),
  revokedWhy: z.enum(['it', 'left', 'blocked', 'sponsor']).nullable(),
  can: z.object({ replace: z.boolean(), revoke: z.boolean(), allow: z.boolean() }),
});
export type KeyEntry = z.output<typeof keyEntry>;

const managed = '/api/support/wifi-keys';
const changed = {
  'no-key': refusals['no-key'],
  'controller-down': down,
  'changed-meanwhile': {
    kind: 'conflict',
    detail: 'This key was changed in the meantime. Look at its current state and decide again.',
  },
} as const;

export const listWifiKeys = defineCall({
  name: 'listWifiKeys',
  summary:
    'Who has Wi-Fi keys, newest first, never the keys; `search` looks in names, email addresses, and guests',
  method: 'GET',
  path: managed,
  access: manage,
  ...pagedList(keyEntry, { search: searchText, state: z.enum(keyStates).optional() }),
});

export const replaceWifiKey = defineCall({
  name: 'replaceWifiKey',
  summary: "Replace a person's Wi-Fi key for them; they are notified and find the new one on their page",
  method: 'POST',
  path: `${managed}/:id/replace`,
  access: manage,
  params: z.object({ id }),
  reply: jsonReply(z.object({ data: keyEntry })),
  refusals: changed,
  idempotent: true,
});

export const revokeWifiKey = defineCall({
  name: 'revokeWifiKey',
  summary: 'Revoke a Wi-Fi key; the person is notified, and gets another one only when IT allows it',
  method: 'POST',
  path: `${managed}/:id/revoke`,
  access: manage,
  params: z.object({ id }),
  reply: jsonReply(z.object({ data: keyEntry })),
  refusals: changed,
  idempotent: true,
});

export const allowWifiKey = defineCall({
  name: 'allowWifiKey',
  summary: 'Allow a person whose Wi-Fi key was revoked to get a new one; they are notified',
  method: 'DELETE',
  path: `${managed}/:id`,
  access: manage,
  params: z.object({ id }),
  reply: emptyReply,
  refusals: changed,
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const wifiKeysCalls = {
  readWifiKey,
  createWifiKey,
  deleteWifiKey,
  readWifiGuide,
  listWifiKeys,
  replaceWifiKey,
  revokeWifiKey,
  allowWifiKey,
};
