/** What kinds of directory servers have in common for those who search them; each can be set otherwise. */
export const kinds = {
  'active-directory': {
    // Computer accounts are users, too.
    peopleFilter: '(&(objectCategory=person)(objectClass=user))',
    groupsFilter: '(objectClass=group)',
    // Unique in the domain, which the common name is not.
    groupName: 'sAMAccountName',
    accountName: 'sAMAccountName',
    /** Say whether an account is still good (`account-state.ts`). */
    stateAttributes: ['userAccountControl', 'accountExpires'],
    /** Changes with each password. */
    stamp: 'pwdLastSet',
    /** Since when someone is locked out after wrong passwords. */
    lock: 'lockoutTime',
    /** People have one group that does not name them as a member (`primary-group.ts`). */
    hasPrimaryGroups: true,
  },
  openldap: {
    peopleFilter: '(objectClass=inetOrgPerson)',
    groupsFilter: '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))',
    groupName: 'cn',
    accountName: 'uid',
    stateAttributes: ['pwdAccountLockedTime'],
    stamp: 'pwdChangedTime',
    lock: 'pwdAccountLockedTime',
    hasPrimaryGroups: false,
  },
} as const;
