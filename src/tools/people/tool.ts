import { defineTool } from '../../platform/contract/tool.ts';
import { listPermissions } from './contract.ts';

export const people = defineTool({
  id: 'people',
  title: 'People',
  permissions: {
    'people.manage': 'Find people, end their sessions, block them, and decide link requests.',
  },
  screens: {
    people: {
      path: '/departments/information-technology/people',
      title: 'People',
      lead: 'Everyone who has signed in, with the groups their provider last reported, and everyone else in the directory.',
      access: 'people.manage',
      keywords: ['accounts', 'sessions', 'block', 'link requests', 'sign someone out'],
    },
    holders: {
      path: '/departments/information-technology/people/permissions',
      title: 'Permissions',
      lead: 'What people can do in the portal: the groups that have each permission, and the people in them.',
      access: 'people.manage',
      keywords: ['access', 'who may', 'groups', 'rights', 'owners'],
      reads: [listPermissions],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'people',
      title: 'People',
      about: 'Who has signed in, where, and with which groups.',
      icon: 'people',
      group: 'it',
      pinned: true,
    },
  ],
});
