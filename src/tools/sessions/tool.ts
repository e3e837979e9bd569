import { defineTool } from '../../platform/contract/tool.ts';

export const sessions = defineTool({
  id: 'sessions',
  title: 'Your Sessions',
  permissions: {},
  screens: {
    sessions: {
      path: '/account/sessions',
      title: 'Your Sessions',
      lead: "Every browser where you're signed in. Don't recognize one? Sign it out and contact IT.",
      parents: ['/support'],
      access: 'signed-in',
      keywords: ['sign out everywhere', 'devices', 'signed in', 'security'],
    },
  },
  tiles: [
    {
      place: '/support',
      screen: 'sessions',
      title: 'Your Sessions',
      about: "See where you're signed in, and sign out.",
      icon: 'devices',
      group: 'help',
    },
  ],
});
