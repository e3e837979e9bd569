import { z } from 'zod';
import { id } from '../../platform/contract/fields.ts';

const instantOrNull = z.iso.datetime().nullable();

/** A person as IT sees one. */
export const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** As the providers last reported them. */
  groups: z.array(z.string()),
  blocked: z.boolean(),
  /** The address was given to someone else; what is shown is the one this person had. */
  addressReleased: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSignInAt: instantOrNull,
  /** Sessions that are still valid. */
  sessions: z.int(),
  /** Increases with each decision about this person. */
  version: z.int(),
  can: z.object({ block: z.boolean(), unblock: z.boolean() }),
});

/** A way in that belongs to a person. */
export const identity = z.object({
  provider: z.string(),
  subject: z.string(),
  groups: z.array(z.string()),
  createdAt: z.iso.datetime(),
});

/** The directory record of a person. */
export const directoryRecord = z.object({
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
export const heldPermission = z.object({
  tool: z.string(),
  about: z.string(),
  /**
   * The groups of this person that have it, and what put the person in each: providers, and the directory. `why` says
   * what else gives it to the group, if `access.yaml` does not.
   */
  groups: z.array(z.object({ name: z.string(), from: z.array(z.string()), why: z.string().nullable() })),
  /** What gives it to this person alone, such as a seat on a list. */
  by: z.string().nullable(),
});

/** A permission with its groups and its owner (`null`: the help desk), or something that only rows grant. */
export const declaredPermission = z.object({
  permission: z.string(),
  tool: z.string(),
  about: z.string(),
  groups: z.array(z.string()),
  /** What gives it besides `access.yaml`, as a sentence without its end; `null`: nothing. */
  besides: z.string().nullable(),
  owner: z.object({ name: z.string(), address: z.string() }).nullable(),
});

/** Someone who has a permission. */
export const holder = z.object({
  /** Of the account; the key of the directory for someone who has never signed in. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  blocked: z.boolean(),
  hasSignedIn: z.boolean(),
  /** Those that give it. */
  groups: z.array(z.string()),
});

/** Someone who arrived with the address of a known person, or of a directory record that belongs to no one yet. */
export const linkRequest = z.object({
  id,
  provider: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  person: z.object({ id, name: z.string(), lastSignInAt: instantOrNull, providers: z.array(z.string()) }),
  /** They have an account of their own, with a former address. */
  hasAccount: z.boolean(),
  /** They can't sign in until this is decided. */
  isKeptOut: z.boolean(),
  /** A directory record with the same address, if that is what it is about and not another account. */
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

/** Someone in the directory who has never signed in. */
export const newcomer = z.object({
  /** The directory key. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  department: z.string(),
  kind: z.enum(['employee', 'student']),
  groups: z.array(z.string()),
  confidential: z.boolean(),
});
