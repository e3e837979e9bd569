import { defineTool } from '../../platform/contract/tool.ts';

export const queue = defineTool({
  id: 'queue',
  title: 'Queue Manager',
  permissions: {
    'queue.manage': 'See background jobs, retry failed ones, and discard unwanted ones.',
  },
  screens: {
    jobs: {
      path: '/departments/information-technology/queue',
      title: 'Queue Manager',
      lead: 'What the portal does in the background: email, reports, cleanup. This page updates itself.',
      access: 'queue.manage',
      keywords: ['background jobs', 'failed', 'retry', 'mail', 'schedule'],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'jobs',
      title: 'Queue Manager',
      about: 'What the portal does in the background: waiting, running, failed, and why.',
      icon: 'queue',
      group: 'it',
      pinned: true,
    },
  ],
});
