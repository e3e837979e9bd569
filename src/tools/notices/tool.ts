import { defineTool } from '../../platform/contract/tool.ts';
import { listPublishedNotices } from './contract.ts';

export const notices = defineTool({
  id: 'notices',
  title: 'Notices',
  permissions: {
    'notices.publish': 'Publish notices to groups or to everyone, and edit and end them.',
    'notices.emergency': 'Publish emergencies, which are on every page and go out by email.',
  },
  includes: { 'notices.emergency': ['notices.publish'] },
  screens: {
    manage: {
      path: '/departments/information-technology/notices',
      title: 'Notices',
      lead: 'What people see on their dashboard and home page: outages, deadlines, closed buildings.',
      access: 'notices.publish',
      keywords: ['announcement', 'banner', 'message', 'alert', 'outage', 'bell'],
      reads: [listPublishedNotices],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'manage',
      title: 'Notices',
      about: 'Post news for groups or for everyone.',
      icon: 'megaphone',
      group: 'it',
    },
  ],
});
