import { defineTool } from '../../platform/contract/tool.ts';
import { listLinks, readCheckedHosts } from './contract.ts';

export const shortLinks = defineTool({
  id: 'short-links',
  title: 'URL Shortener',
  permissions: {
    'short-links.manage':
      'See, add, change, import, and delete all short links, and choose the groups that own them.',
    'short-links.own': 'See, add, and change the short links that your groups own.',
  },
  includes: { 'short-links.manage': ['short-links.own'] },
  tokenPermissions: {
    'short-links.add': { about: 'See all short links and add new ones.' },
  },
  notifications: {
    'short-links.broken': {
      title: 'Broken short links',
      about: 'The page behind one of your short links is gone or does not answer.',
      access: 'short-links.own',
    },
  },
  screens: {
    list: {
      path: '/departments/information-technology/redirects',
      title: 'URL Shortener',
      lead: 'Short links for flyers, slides, and email, with QR codes and visit counts.',
      access: 'short-links.own',
      keywords: ['short links', 'redirects', 'QR code', 'flyer'],
      reads: [listLinks, readCheckedHosts],
    },
    follow: { path: '/r/:shortUrl', title: 'Redirecting', access: 'public', hasEffect: true },
  },
  actions: [
    {
      title: 'Add a short link',
      about: 'URL Shortener',
      screen: 'list',
      search: 'add',
      keywords: ['new', 'URL', 'QR code'],
    },
  ],
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'list',
      title: 'URL Shortener',
      about: 'Short links for flyers and email, with visit counts and QR codes.',
      icon: 'link',
      // Departments have it too, for their flyers.
      group: 'files',
      pinned: true,
    },
  ],
});
