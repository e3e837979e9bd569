import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { id, searchText, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { sessionShape } from '../../platform/contract/sign-in.ts';

const access = 'people.manage';
const params = z.object({ id });
const instantOrNull = z.iso.datetime().nullable();

/** A person as IT sees one. */
export const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** As the providers told them last. */
  groups: z.array(z.string()),
  blocked: z.boolean(),
  /** The address was given to somebody else; what is shown is the one this person had. */
  addressReleased: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSignInAt: instantOrNull,
  /** Sessions that still count. */
  sessions: z.int(),
  /** Rises with each decision about this person. */
  version: z.int(),
  can: z.object({ block: z.boolean(), unblock: z.boolean() }),
});
export type Person = z.output<typeof person>;

/** A way in that belongs to a person. */
const identity = z.object({
  provider: z.string(),
  subject: z.string(),
  groups: z.array(z.string()),
  createdAt: z.iso.datetime(),
});

/** The directory record of a person. */
const directoryRecord = z.object({
  key: z.string(),
  title: z.string(),
  department: z.string(),
  kind: z.enum(['employee', 'student']),
  /** For lists and pickers. */
  groups: z.array(z.string()),
  /** Those of them that give access. */
  accessGroups: z.array(z.string()),
});

/** Something that a person may do, and why. */
const heldPermission = z.object({
  tool: z.string(),
  about: z.string(),
  /**
   * The groups of this person that have it, and what put the person in each: providers, and the directory. `why` says what
   * the group does that gives it, where `access.yaml` does not.
   */
  groups: z.array(z.object({ name: z.string(), from: z.array(z.string()), why: z.string().nullable() })),
  /** What gives it to this person alone, such as a seat on a list. */
  by: z.string().nullable(),
});

/** A permission with its groups and its owner (`null`: the help desk), or something that only rows give. */
const declaredPermission = z.object({
  permission: z.string(),
  tool: z.string(),
  about: z.string(),
  groups: z.array(z.string()),
  /** What gives it beside `access.yaml`, as a sentence without its end; `null`: nothing. */
  byRows: z.string().nullable(),
  owner: z.object({ name: z.string(), address: z.string() }).nullable(),
});
export type DeclaredPermission = z.output<typeof declaredPermission>;

/** Someone who has a permission. */
const holder = z.object({
  /** Of the account; the key of the directory for someone who has never signed in. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  blocked: z.boolean(),
  hasSignedIn: z.boolean(),
  /** Those that give it. */
  groups: z.array(z.string()),
});
export type Holder = z.output<typeof holder>;

/** Someone who arrived with the address of a known person, or of a directory record that belongs to no one yet. */
export const linkRequest = z.object({
  id,
  provider: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  person: z.object({ id, name: z.string(), lastSignInAt: instantOrNull, providers: z.array(z.string()) }),
  /** A record of the directory with the same address, when that is what it is about and not another account. */
  record: z
    .object({
      key: z.string(),
      name: z.string(),
      title: z.string(),
      department: z.string(),
      /** Those that give access, which the person gets with the record. */
      accessGroups: z.array(z.string()),
    })
    .nullable(),
});
export type LinkRequest = z.output<typeof linkRequest>;

export const decisions = ['link', 'refuse', 'separate'] as const;
export type Decision = (typeof decisions)[number];

const refusals = {
  'own-account': { kind: 'forbidden', detail: "You can't do this to your own account." },
  'address-taken': {
    kind: 'conflict',
    detail: 'The email address now belongs to someone else, so this account stays blocked.',
  },
  'stale-version': {
    kind: 'conflict',
    detail:
      'Someone else made a decision about this person in the meantime. Check the current state and decide again.',
  },
  decided: { kind: 'not-found', detail: 'Someone has already decided this request.' },
  outdated: {
    kind: 'conflict',
    detail: 'This person has another email address by now, so the new account can sign in.',
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

/** Of the list of people: those who have signed in, or those whom only the directory knows. */
const whoChoices = ['directory'] as const;
const who = z.enum(whoChoices).optional().meta({ enum: whoChoices });

/** Someone of the directory who has never signed in. */
const newcomer = z.object({
  /** The key of the directory. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  department: z.string(),
  kind: z.enum(['employee', 'student']),
  groups: z.array(z.string()),
  confidential: z.boolean(),
});
export type Newcomer = z.output<typeof newcomer>;

export const listNewcomers = defineCall({
  name: 'listNewcomers',
  summary:
    'People of the directory who have never signed in, by name; `search` looks in names, email, title, and department',
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
