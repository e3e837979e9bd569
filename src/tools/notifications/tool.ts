import { notificationsPath } from '../../platform/contract/notifications.ts';
import { defineTool } from '../../platform/contract/tool.ts';
import { listNotifications } from './contract.ts';

export const notifications = defineTool({
  id: 'notifications',
  title: 'Your Notifications',
  permissions: {},
  screens: {
    choices: {
      path: notificationsPath,
      title: 'Your Notifications',
      lead: 'Choose what you get by email. You always get messages about your password and your account.',
      access: 'signed-in',
      keywords: ['email', 'digest', 'unsubscribe', 'mail'],
      reads: [listNotifications],
    },
  },
  tiles: [],
});
