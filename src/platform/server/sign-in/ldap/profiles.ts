import { kinds } from '../../ldap/kinds.ts';

/** How a kind of directory server names things. */
export interface LdapProfile {
  /** Which entries are people. */
  peopleFilter: string;
  /** What a person may type as their name. */
  signInWith: readonly string[];
  attributes: Readonly<Record<AttributeName, string>>;
  /** Read as well, to tell whether the account is still good. */
  stateAttributes: readonly string[];
  /** Changes with each password. */
  stamp: string;
  /** Since when someone is locked out after wrong passwords. */
  lock: string;
  /** The server finds groups within groups itself. */
  resolvesNestedGroups: boolean;
  /** A person's primary group does not name them as a member. */
  hasPrimaryGroups: boolean;
  groupsFilter: string;
}

type AttributeName = 'key' | 'email' | 'name' | 'givenName' | 'familyName' | 'photo' | 'groupName';

export const profiles = {
  'active-directory': {
    ...kinds['active-directory'],
    signInWith: ['sAMAccountName', 'userPrincipalName'],
    attributes: {
      key: 'objectGUID',
      email: 'mail',
      name: 'displayName',
      givenName: 'givenName',
      familyName: 'sn',
      photo: 'thumbnailPhoto',
      groupName: kinds['active-directory'].groupName,
    },
    resolvesNestedGroups: true,
  },
  openldap: {
    ...kinds.openldap,
    signInWith: ['uid', 'mail'],
    attributes: {
      key: 'entryUUID',
      email: 'mail',
      name: 'cn',
      givenName: 'givenName',
      familyName: 'sn',
      photo: 'jpegPhoto',
      groupName: kinds.openldap.groupName,
    },
    resolvesNestedGroups: false,
  },
} as const satisfies Record<string, LdapProfile>;
