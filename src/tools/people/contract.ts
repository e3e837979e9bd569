import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { id, searchText, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { sessionShape } from '../../platform/contract/sign-in.ts';
import {
  declaredPermission,
  directoryRecord,
  heldPermission,
  holder,
  identity,
  linkRequest,
  newcomer,
  person,
} from './shapes.ts';

const access = 'people.manage';
const params = z.object({ id });

export type Person = z.output<typeof person>;
export type DeclaredPermission = z.output<typeof declaredPermission>;
export type Holder = z.output<typeof holder>;
export type LinkRequest = z.output<typeof linkRequest>;
export type Newcomer = z.output<typeof newcomer>;

export const decisions = ['link', 'refuse', 'separate'] as const;
export type Decision = (typeof decisions)[number];

const refusals = {
  'own-account': { kind: 'forbidden', detail: "You can't do this to your own account." },
  'address-taken': {
    kind: 'conflict',
    detail: 'Someone else just got the email address of this account. Try again.',
  },
  'stale-version': {
    kind: 'conflict',
    detail:
      'Someone else made a decision about this person in the meantime. Check the current state and decide again.',
  },
  decided: { kind: 'not-found', detail: 'Someone has already decided this request.' },
  outdated: {
    kind: 'conflict',
    detail: 'This person has a different email address by now, so the new account can sign in.',
  },
  'record-outdated': {
    kind: 'conflict',
    detail: 'The directory record or this person has changed, so there is nothing left to decide.',
  },
  'about-record': {
    kind: 'conflict',
    detail: 'This is about a directory record. Link it, or say that it is someone else.',
  },
  'identity-taken': { kind: 'conflict', detail: 'This sign-in already belongs to someone.' },
  unknown: { kind: 'not-found', detail: "This person doesn't exist." },
  ended: { kind: 'not-found', detail: 'This session has already ended.' },
} as const;

/** For the list of people: those who have signed in, or those who are only in the directory. */
const whoChoices = ['directory'] as const;
const who = z.enum(whoChoices).optional();

export const listNewcomers = defineCall({
  name: 'listNewcomers',
  summary:
    'People in the directory who have never signed in, by name; `search` looks in names, email, title, and department',
  method: 'GET',
  path: '/api/people/directory',
  access,
  ...pagedList(newcomer, { search: searchText }),
});

export const listPeople = defineCall({
  name: 'listPeople',
  summary:
    'People who have signed in, newest first; `search` looks in names and email addresses (`who` is for the screen)',
  method: 'GET',
  path: '/api/people',
  access,
  ...pagedList(person, { search: searchText, who }),
});

export const listPermissions = defineCall({
  name: 'listPermissions',
  summary: 'Every permission with the groups that have it and its owner',
  method: 'GET',
  path: '/api/people/permissions',
  access,
  reply: jsonReply(z.object({ data: z.array(declaredPermission) })),
});

export const listHolders = defineCall({
  name: 'listHolders',
  summary:
    'People who have a permission, by name, as far as the portal and the directory know; no one for an unknown permission',
  method: 'GET',
  path: '/api/people/holders',
  access,
  ...pagedList(holder, { permission: text({ max: 100 }).optional() }),
});

export const readPerson = defineCall({
  name: 'readPerson',
  summary:
    'A person, with their sign-in methods, active sessions, directory record, and what they may do by which group',
  method: 'GET',
  path: '/api/people/:id',
  access,
  params,
  reply: jsonReply(
    z.object({
      data: person.extend({
        identities: z.array(identity),
        live: z.array(sessionShape),
        directory: directoryRecord.nullable(),
        permissions: z.array(heldPermission),
      }),
    }),
  ),
  refusals: { unknown: refusals.unknown },
  discloses: 'person.read',
});
export type PersonDetails = z.output<typeof readPerson.reply.shape>['data'];

export const changePerson = defineCall({
  name: 'changePerson',
  summary: 'Block a person, which ends all their sessions immediately, or unblock them',
  method: 'PUT',
  path: '/api/people/:id',
  access,
  params,
  body: jsonBody(z.object({ blocked: z.boolean(), version: z.int().optional() })),
  reply: jsonReply(z.object({ data: person })),
  refusals: {
    unknown: refusals.unknown,
    'own-account': refusals['own-account'],
    'address-taken': refusals['address-taken'],
    'stale-version': refusals['stale-version'],
  },
  idempotent: true,
});

export const endPersonSessions = defineCall({
  name: 'endPersonSessions',
  summary: 'End all sessions of a person',
  method: 'DELETE',
  path: '/api/people/:id/sessions',
  access,
  params,
  reply: emptyReply,
  refusals: { unknown: refusals.unknown },
});

export const endPersonSession = defineCall({
  name: 'endPersonSession',
  summary: 'End one session of a person',
  method: 'DELETE',
  path: '/api/people/:id/sessions/:sessionId',
  access,
  params: z.object({ id, sessionId: id }),
  reply: emptyReply,
  refusals: { ended: refusals.ended },
});

export const listLinkRequests = defineCall({
  name: 'listLinkRequests',
  summary:
    'Sign-ins whose email address already belongs to an account or to a directory record, oldest first',
  method: 'GET',
  path: '/api/people/link-requests',
  access,
  reply: jsonReply(z.object({ data: z.array(linkRequest) })),
});

export const decideLinkRequest = defineCall({
  name: 'decideLinkRequest',
  summary:
    'Decide that two accounts, or an account and a directory record, are one person (`link`), are not (`refuse`), or that the address has a new owner (`separate`)',
  method: 'POST',
  path: '/api/people/link-requests/:id/decision',
  access,
  params,
  body: jsonBody(z.object({ decision: z.enum(decisions) })),
  reply: emptyReply,
  refusals: {
    decided: refusals.decided,
    outdated: refusals.outdated,
    'identity-taken': refusals['identity-taken'],
    'record-outdated': refusals['record-outdated'],
    'about-record': refusals['about-record'],
    'own-account': refusals['own-account'],
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const peopleCalls = {
  listPeople,
  listNewcomers,
  listPermissions,
  listHolders,
  readPerson,
  changePerson,
  endPersonSessions,
  endPersonSession,
  listLinkRequests,
  decideLinkRequest,
};
