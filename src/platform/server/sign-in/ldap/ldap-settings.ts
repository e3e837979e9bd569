import { z } from 'zod';
import { groupKey } from '../../ldap/attributes.ts';
import type { ProviderEntry } from '../../settings/campus.ts';
import {
  attributeName,
  dn,
  filterText,
  type LdapServer,
  readServer,
  serverFields,
} from '../../settings/ldap-server.ts';
import { mistakesOf } from '../../settings/mistakes.ts';
import type { ThrottleRule } from '../../throttle/throttle.ts';
import type { GroupMap } from '../groups.ts';
import type { Provider } from '../provider.ts';
import { domainsOf, type EntryContext, entryFields, readSecret } from '../provider-entry.ts';
import { createLdapProvider } from './ldap-provider.ts';
import { type LdapProfile, profiles } from './profiles.ts';

const entryShape = z.strictObject({
  ...entryFields,
  ...serverFields,
  kind: z.literal('ldap'),
  profile: z.enum(['active-directory', 'openldap']),
  peopleBase: dn,
  groupsBase: dn,
  peopleFilter: filterText.optional(),
  signInWith: z.array(attributeName).min(1).max(5).optional(),
  attributes: z
    .strictObject({
      key: attributeName.optional(),
      email: attributeName.optional(),
      name: attributeName.optional(),
      givenName: attributeName.optional(),
      familyName: attributeName.optional(),
      photo: attributeName.optional(),
      groupName: attributeName.optional(),
    })
    .default({}),
  /** The attribute that holds the key of the directory, such as an employee number. */
  directoryKey: attributeName.optional(),
  /** A person is joined to the directory record with their address; `directoryKey` is the better way. */
  joinByEmail: z.boolean().default(false),
  /** Stays below the lockout of the directory, so that no stranger can lock an account by guessing here. */
  lockout: z
    .strictObject({
      failures: z.int().min(1).max(100).default(4),
      minutes: z.int().min(1).max(1_440).default(30),
    })
    .prefault({}),
});

/** One directory server as `campus.yaml` describes it; see `docs/sign-in`. */
export interface LdapSettings extends LdapProfile {
  name: string;
  title: string;
  domains: readonly string[];
  /** Names and DNs of groups in the form of `groupKey` -> our names. */
  groups: GroupMap;
  server: LdapServer;
  peopleBase: string;
  groupsBase: string;
  directoryKey: string | undefined;
  joinByEmail: boolean;
  lockout: ThrottleRule;
}

/** Reads an entry of kind `ldap`; `null` when it has mistakes. */
export function readLdapProvider(entry: ProviderEntry, context: EntryContext): Provider | null {
  const parsed = entryShape.safeParse(entry);
  const secret = readSecret(entry, 'bindPassword', context);
  if (secret === null)
    context.mistakes.push({
      where: `${context.where}, bindPassword`,
      what: 'The password of the service account is missing.',
      example: 'bindPassword: $QUAD_LDAP_SECRET',
    });
  if (!parsed.success) {
    context.mistakes.push(...mistakesOf(parsed.error, context.where, entry));
    return null;
  }
  const written = parsed.data;
  const server = readServer(written, secret ?? '', context);
  if (server === null || secret === null || secret === undefined) return null;
  const profile = profiles[written.profile];
  return createLdapProvider({
    ...profile,
    name: written.name,
    title: written.title,
    domains: domainsOf(written, context.campus),
    groups: new Map([...written.groups].map(([theirs, ours]) => [groupKey(theirs), ours])),
    server,
    peopleBase: written.peopleBase,
    groupsBase: written.groupsBase,
    peopleFilter: written.peopleFilter ?? profile.peopleFilter,
    signInWith: written.signInWith ?? profile.signInWith,
    attributes: { ...profile.attributes, ...definedOf(written.attributes) },
    directoryKey: written.directoryKey,
    joinByEmail: written.joinByEmail,
    lockout: { limit: written.lockout.failures, windowSeconds: written.lockout.minutes * 60 },
  });
}

function definedOf<T extends Record<string, string | undefined>>(written: T) {
  return Object.fromEntries(Object.entries(written).filter(([, name]) => name !== undefined)) as {
    [Name in keyof T]?: string;
  } & Record<string, string>;
}
