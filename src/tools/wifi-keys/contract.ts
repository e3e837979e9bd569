import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { email, emailText, id, searchText } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

import { refusals } from './contract/refusals.ts';
import { deviceKey, guest, keyEntry, keyStates, newDeviceKey, newGuest, wifiKey } from './shapes.ts';

export {
  type DeviceKey,
  type Guest,
  type KeyEntry,
  keyStates,
  longestVisit,
  newDeviceKey,
  newGuest,
  type WifiKey,
} from './shapes.ts';

const access = 'wifi-keys.open';
const manage = 'wifi-keys.manage';
const path = '/api/support/wifi-key';

const { 'controller-down': down, unreadable } = refusals;

export const readWifiKey = defineCall({
  name: 'readWifiKey',
  summary: "The Wi-Fi key of the person who asks; 404 `no-key` if they don't have one",
  method: 'GET',
  path,
  access,
  query: z.object({ email: emailText.optional() }),
  identity: ['email'],
  reply: jsonReply(wifiKey),
  refusals: { 'no-key': refusals['no-key'], 'controller-down': down, unreadable },
  answersSecret: true,
});

export const createWifiKey = defineCall({
  name: 'createWifiKey',
  summary:
    "Create a Wi-Fi key for the person who asks; if they have one that works, that one is returned. One whose id is in `replaces`, or that is `unreadable` if `replaceUnreadable` says so, works until there is a new one. IT creates someone else's first key, and gets an empty `password`",
  method: 'POST',
  path,
  access,
  // The names are accepted, and the account's are used.
  body: jsonBody(
    z.object({
      firstName: z.unknown().optional(),
      lastName: z.unknown().optional(),
      email: emailText.optional(),
      replaces: id.optional(),
      replaceUnreadable: z.boolean().optional(),
    }),
  ),
  identity: ['email'],
  actsForOthers: manage,
  reply: jsonReply(wifiKey, 201),
  refusals: {
    'controller-down': down,
    unreadable,
    revoked: refusals.revoked,
    'too-often': refusals['too-often'],
    'no-person': {
      kind: 'not-found',
      detail: 'No one with this address has signed in yet. They get a key when they open their Wi-Fi page.',
    },
    'not-entitled': { kind: 'conflict', detail: "This person can't have a Wi-Fi key." },
    'revoked-for-them': {
      kind: 'conflict',
      detail: "IT revoked this person's key. Allow them a new one in the list.",
    },
  },
  answersSecret: true,
});

/** What IT sends about someone else. */
export const firstKeyFor = z.object({ email });

export const deleteWifiKey = defineCall({
  name: 'deleteWifiKey',
  summary: 'Delete a Wi-Fi key: no device can join with it again',
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
        /** How many keys for devices a person may have. */
        deviceKeys: z.int(),
        rules: z.array(z.string()),
        systems: z.array(z.object({ name: z.string(), steps: z.array(z.string()) })),
      }),
    }),
  ),
});
export type WifiGuide = z.output<typeof readWifiGuide.reply.shape>['data'];

export const listDeviceKeys = defineCall({
  name: 'listDeviceKeys',
  summary: 'The device keys of the person who asks, including those that the controller no longer has',
  method: 'GET',
  path: `${path}/devices`,
  access,
  reply: jsonReply(z.object({ data: z.array(deviceKey) })),
  refusals: { 'controller-down': down },
  answersSecret: true,
});

export const addDeviceKey = defineCall({
  name: 'addDeviceKey',
  summary:
    'Create another key, with a label, for a device of the person who asks; DELETE /api/support/wifi-key ends it',
  method: 'POST',
  path: `${path}/devices`,
  access,
  body: jsonBody(newDeviceKey),
  reply: jsonReply(z.object({ data: deviceKey }), 201),
  refusals: {
    'controller-down': down,
    revoked: refusals.revoked,
    'too-often': refusals['too-often'],
    'known-device': {
      kind: 'conflict',
      detail: 'You already have a key for this. Use that one, or choose another name.',
    },
    'too-many-keys': {
      kind: 'conflict',
      detail: "You've reached your limit of device keys. Remove one first.",
    },
  },
  answersSecret: true,
});

const managed = '/api/support/wifi-keys';
const changed = {
  'no-key': refusals['no-key'],
  'controller-down': down,
  'changed-since': {
    kind: 'conflict',
    detail: 'Someone else changed this key. Check its current state and try again.',
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
  refusals: {
    ...changed,
    'not-entitled': {
      kind: 'conflict',
      detail:
        "This person can't open their Wi-Fi page, so they wouldn't get the new key. Theirs stays as it is.",
    },
  },
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

const sponsor = 'wifi-keys.sponsor';
const guests = '/api/support/wifi-guests';

export const listGuests = defineCall({
  name: 'listGuests',
  summary: 'The guests of the person who asks: those whose key works, and those of the last 30 days',
  method: 'GET',
  path: guests,
  access: sponsor,
  reply: jsonReply(z.object({ data: z.array(guest) })),
});

export const addGuest = defineCall({
  name: 'addGuest',
  summary: 'Give a guest a Wi-Fi key for 1 to 14 days; they get it by email, in a message with fixed wording',
  method: 'POST',
  path: guests,
  access: sponsor,
  body: jsonBody(newGuest),
  reply: jsonReply(z.object({ data: guest }), 201),
  refusals: {
    'controller-down': down,
    revoked: refusals.revoked,
    'too-many-guests': {
      kind: 'conflict',
      detail: "You've reached the limit of guests at one time. End one guest's key first.",
    },
    'too-many-today': {
      kind: 'too-many',
      detail: "You've reached today's limit of guest keys. Try again tomorrow, or contact IT.",
    },
    'known-guest': { kind: 'conflict', detail: 'This guest has a key from you that still works.' },
  },
});

export const endGuest = defineCall({
  name: 'endGuest',
  summary: "End a guest's Wi-Fi key",
  method: 'DELETE',
  path: `${guests}/:id`,
  access: sponsor,
  params: z.object({ id }),
  reply: emptyReply,
  refusals: { 'no-key': refusals['no-key'], 'controller-down': down },
});

export const showGuestKey = defineCall({
  name: 'showGuestKey',
  summary: "A guest's Wi-Fi key, for their sponsor to show them",
  method: 'GET',
  path: `${guests}/:id/key`,
  access: sponsor,
  params: z.object({ id }),
  reply: jsonReply(z.object({ data: z.object({ password: z.string(), expiresAt: z.iso.datetime() }) })),
  refusals: { 'no-key': refusals['no-key'], gone: refusals.gone, 'controller-down': down, unreadable },
  answersSecret: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const wifiKeysCalls = {
  readWifiKey,
  createWifiKey,
  deleteWifiKey,
  readWifiGuide,
  listDeviceKeys,
  addDeviceKey,
  listGuests,
  addGuest,
  endGuest,
  showGuestKey,
  listWifiKeys,
  replaceWifiKey,
  revokeWifiKey,
  allowWifiKey,
};
