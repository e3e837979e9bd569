import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { boundedText, emailText, id, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

const access = 'comings-and-goings.manage';
const params = z.object({ id });
const base = '/api/comings-and-goings';

/** How many of one kind someone owns. */
const ownedKind = z.object({
  kind: z.string(),
  title: z.string(),
  count: z.int(),
  /** `2 short links` */
  words: z.string(),
});

/** Someone who left or lost groups. */
export const departure = z.object({
  id,
  person: z.object({ id, name: z.string(), email: z.string() }),
  cause: z.enum(['left', 'groups']),
  /** The groups that were lost, as far as they were noted: none for someone who came back without them. */
  lost: z.array(z.string()),
  noticedAt: z.iso.datetime(),
  state: z.enum(['open', 'done', 'dismissed', 'back']),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** What they own now. */
  owns: z.array(ownedKind),
  version: z.int(),
});
export type Departure = z.output<typeof departure>;

export const shownStates = ['open', 'done', 'dismissed'] as const;

export const listDepartures = defineCall({
  name: 'listDepartures',
  summary:
    'People who left or lost groups while they own something, newest first; open ones unless `state` says otherwise',
  method: 'GET',
  path: base,
  access,
  ...pagedList(departure, { state: z.enum(shownStates).optional() }),
});

const thing = z.object({ key: z.string(), title: z.string(), link: z.string().nullable() });

/** Everything of one kind that someone owns. */
const heldKind = z.object({
  kind: z.string(),
  title: z.string(),
  noun: z.object({ one: z.string(), many: z.string() }),
  things: z.array(thing),
  /** There may be more than are listed: those come once some of these have gone. */
  isCut: z.boolean(),
  /** Why this person may not have such things anymore; `null` if they may. */
  mayNot: z.string().nullable(),
  can: z.object({ handOver: z.boolean(), end: z.boolean() }),
  /** What happens when they end. */
  ends: z.string().nullable(),
});
export type HeldKind = z.output<typeof heldKind>;

const unknown = {
  kind: 'not-found',
  detail: "This person doesn't exist or has never signed in.",
} as const;

export const readBelongings = defineCall({
  name: 'readBelongings',
  summary: 'What a person owns in each tool, and whether they left or lost groups',
  method: 'GET',
  path: `${base}/people/:id`,
  access,
  params,
  reply: jsonReply(
    z.object({
      data: z.object({
        person: z.object({
          id,
          name: z.string(),
          email: z.string(),
          state: z.enum(['here', 'left', 'blocked']),
        }),
        departure: departure.omit({ owns: true }).nullable(),
        kinds: z.array(heldKind),
      }),
    }),
  ),
  refusals: { unknown },
});
export type PersonBelongings = z.output<typeof readBelongings.reply.shape>['data'];

/** Some things of one kind. */
const chosen = z.object({
  kind: text({ min: 1 }),
  keys: z.array(boundedText(200)).min(1).max(500),
});
const things = z.array(chosen).min(1, 'Choose at least one thing.').max(50);

const outcome = z.object({
  data: z.object({
    done: z.int(),
    /** What stayed, and why. */
    refused: z.array(z.object({ kind: z.string(), key: z.string(), title: z.string(), why: z.string() })),
  }),
});
export type Outcome = z.output<typeof outcome>['data'];

const nothingLeft = {
  kind: 'conflict',
  detail: 'Someone else already handed this over or ended it. Check what is left.',
} as const;

export const handOverThings = defineCall({
  name: 'handOverThings',
  summary:
    "Hand a person's things over to someone else, who gets one email; what a tool refuses stays, with the reason",
  method: 'POST',
  path: `${base}/people/:id/hand-over`,
  access,
  params,
  /** `to`: the email address of the person who gets them. */
  body: jsonBody(z.object({ to: emailText.min(1, 'Choose the new owner.'), things })),
  reply: jsonReply(outcome),
  refusals: {
    unknown,
    'unknown-receiver': {
      kind: 'invalid',
      detail:
        'No one with this email address has signed in yet. They have to sign in once before they can get anything.',
    },
    'gone-receiver': { kind: 'invalid', detail: 'This person left or is blocked. Choose someone else.' },
    'same-person': { kind: 'invalid', detail: 'They already own these. Choose someone else.' },
    'nothing-left': nothingLeft,
  },
  idempotent: true,
});

export const endThings = defineCall({
  name: 'endThings',
  summary: "End a person's things: each kind says what happens then",
  method: 'POST',
  path: `${base}/people/:id/end`,
  access,
  params,
  body: jsonBody(z.object({ things })),
  reply: jsonReply(outcome),
  refusals: { unknown, 'nothing-left': nothingLeft },
  idempotent: true,
});

export const decideDeparture = defineCall({
  name: 'decideDeparture',
  summary: 'Mark a departure as done or as needing nothing, or reopen it',
  method: 'PUT',
  path: `${base}/:id`,
  access,
  params,
  body: jsonBody(z.object({ state: z.enum(shownStates), version: z.int().optional() })),
  reply: jsonReply(z.object({ data: departure.omit({ owns: true }) })),
  refusals: {
    unknown: { kind: 'not-found', detail: "This entry doesn't exist, or no longer does." },
    'stale-version': {
      kind: 'conflict',
      detail:
        'Someone else decided about this person in the meantime. Check the current state and try again.',
    },
    'other-open': { kind: 'conflict', detail: 'There is a newer entry about this person. Use that one.' },
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const comingsAndGoingsCalls = {
  listDepartures,
  readBelongings,
  handOverThings,
  endThings,
  decideDeparture,
};
