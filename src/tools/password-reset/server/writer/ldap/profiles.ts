import { kinds } from '../../../../../platform/server/ldap/kinds.ts';

/** What a kind of directory server calls what a password reset has to know about an account. */
export const profiles = {
  'active-directory': {
    ...kinds['active-directory'],
    key: 'objectGUID',
    name: 'displayName',
  },
  openldap: {
    ...kinds.openldap,
    key: 'entryUUID',
    name: 'cn',
  },
} as const;
export type ProfileName = keyof typeof profiles;
