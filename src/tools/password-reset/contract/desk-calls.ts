import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../../platform/contract/call.ts';
import { id } from '../../../platform/contract/fields.ts';
import { pagedList } from '../../../platform/contract/paging.ts';
import { directoryRefusals } from './directory-refusals.ts';
import { principalEmail, tooManyChecks } from './shapes.ts';

const access = 'password-reset.vouch';
const path = '/api/support/password-reset/desk';
const params = z.object({ id });

/** What someone showed at the desk. Its number is never written down. */
export const idKind = z.enum(['college-id', 'drivers-license', 'passport', 'other-government-id']);
export type IdKind = z.output<typeof idKind>;

export const deskReset = z.object({
  id,
  principalEmail: z.string(),
  /** As the directory has it, to compare with the ID. */
  name: z.string(),
  idKind,
  startedAt: z.iso.datetime(),
  startedBy: z.string(),
  confirmedAt: z.iso.datetime().nullable(),
  confirmedBy: z.string().nullable(),
  /** How long it waits for a second person. */
  expiresAt: z.iso.datetime(),
  state: z.enum(['waiting', 'expired', 'declined', 'confirmed', 'used']),
  /** `showAgain`: the code can be shown once more, to one of the two who vouched. */
  can: z.object({ confirm: z.boolean(), decline: z.boolean(), showAgain: z.boolean() }),
});
export type DeskReset = z.output<typeof deskReset>;

const notPossible = { kind: 'conflict', detail: "IT can't do this for this account." } as const;
const ownAccount = {
  kind: 'forbidden',
  detail: "You can't vouch for yourself. Ask two colleagues.",
} as const;
const tooMany = {
  kind: 'too-many',
  detail: "You've reached today's limit. Ask a colleague, or try again tomorrow.",
} as const;
const over = {
  kind: 'gone',
  detail: 'This request is over: someone else decided it, or it waited too long. Start over.',
} as const;
const directoryDown = directoryRefusals['directory-down'];

export const readDesk = defineCall({
  name: 'readDesk',
  summary: 'What can be done at the desk: whether passwords can be set, and whether accounts can be unlocked',
  method: 'GET',
  path,
  access,
  reply: jsonReply(z.object({ data: z.object({ isOn: z.boolean(), canUnlock: z.boolean() }) })),
});

export const listDeskResets = defineCall({
  name: 'listDeskResets',
  summary: 'Who IT vouched for at the desk, newest first',
  method: 'GET',
  path: `${path}/resets`,
  access,
  ...pagedList(deskReset, {}),
});

export const newDeskReset = z.object({
  principalEmail,
  idKind: z.enum(idKind.options, 'Choose what they showed.'),
});

export const startDeskReset = defineCall({
  name: 'startDeskReset',
  summary: 'Vouch for someone at the desk; a second person has to confirm it within half an hour',
  method: 'POST',
  path: `${path}/resets`,
  access,
  body: jsonBody(newDeskReset),
  reply: jsonReply(z.object({ data: deskReset }), 201),
  refusals: {
    'not-possible': notPossible,
    'own-account': ownAccount,
    'already-waiting': {
      kind: 'conflict',
      detail:
        'A request for this account is already waiting for a second person. Confirm or decline that one.',
    },
    'too-many': tooMany,
    'too-many-checks': tooManyChecks,
    'directory-down': directoryDown,
  },
});

const deskLink = jsonReply(z.object({ data: z.object({ link: z.string(), expiresAt: z.iso.datetime() }) }));

export const confirmDeskReset = defineCall({
  name: 'confirmDeskReset',
  summary:
    'Vouch as the second person; returns the one-time link for the phone of the person who is locked out',
  method: 'POST',
  path: `${path}/resets/:id/confirm`,
  access,
  params,
  reply: deskLink,
  refusals: {
    'not-possible': notPossible,
    'own-account': ownAccount,
    'same-person': {
      kind: 'forbidden',
      detail: 'You started this, so a second person has to confirm it in their own session.',
    },
    'too-many': tooMany,
    'too-many-checks': tooManyChecks,
    over,
    'directory-down': directoryDown,
  },
  answersSecret: true,
});

export const showDeskCode = defineCall({
  name: 'showDeskCode',
  summary: 'A new link that replaces the one that was given out; it expires when that one would have',
  method: 'POST',
  path: `${path}/resets/:id/code`,
  access,
  params,
  reply: deskLink,
  refusals: {
    'not-yours': { kind: 'forbidden', detail: 'Only the two people who vouched can show the code again.' },
    'own-account': ownAccount,
    over: { kind: 'gone', detail: 'This code was used or has expired. Start over with a new request.' },
  },
  answersSecret: true,
});

export const declineDeskReset = defineCall({
  name: 'declineDeskReset',
  summary: 'End a request at the desk that no one should confirm',
  method: 'POST',
  path: `${path}/resets/:id/decline`,
  access,
  params,
  reply: emptyReply,
  refusals: { over },
  idempotent: true,
});

export const unlockAccount = defineCall({
  name: 'unlockAccount',
  summary:
    'Unlock the account of someone whom the directory locked out after wrong passwords; the password stays the same',
  method: 'POST',
  path: `${path}/unlock`,
  access,
  body: jsonBody(z.object({ principalEmail })),
  reply: jsonReply(z.object({ data: z.object({ message: z.string() }) })),
  refusals: {
    'not-possible': notPossible,
    'own-account': { kind: 'forbidden', detail: "You can't unlock your own account. Ask a colleague." },
    'not-locked': {
      kind: 'conflict',
      detail: "This account isn't locked, so the password they're using is wrong. It can be reset.",
    },
    'too-many': tooMany,
    'too-many-checks': tooManyChecks,
    'cannot-unlock': { kind: 'not-found', detail: "Accounts in this directory can't be unlocked here." },
    'directory-down': directoryDown,
    'directory-refuses': {
      kind: 'unavailable',
      detail:
        "The directory doesn't let the portal unlock this account. The account that Quad uses there may lack the permission.",
    },
  },
});
