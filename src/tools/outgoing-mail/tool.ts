import { defineTool } from '../../platform/contract/tool.ts';
import { listOutgoingMail } from './contract.ts';

export const outgoingMail = defineTool({
  id: 'outgoing-mail',
  title: 'Outgoing Mail',
  onlyInDemo: true,
  permissions: {
    'outgoing-mail.read': 'In the demo: read the emails to the made-up people.',
  },
  screens: {
    list: {
      path: '/departments/information-technology/outgoing-mail',
      title: 'Outgoing Mail',
      lead: 'What Quad sent to the made-up people of this demo. Nothing leaves this server, and emails are removed after 7 days.',
      access: 'outgoing-mail.read',
      keywords: ['email', 'inbox', 'messages', 'demo'],
      reads: [listOutgoingMail],
    },
    email: {
      path: '/departments/information-technology/outgoing-mail/:id',
      title: 'Email',
      access: 'outgoing-mail.read',
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'list',
      title: 'Outgoing Mail',
      about: 'What the made-up people of this demo get by email.',
      icon: 'sent-mail',
      group: 'it',
    },
  ],
});
