import { defineTool } from '../../platform/contract/tool.ts';
import { listFiles } from './contract.ts';

export const files = defineTool({
  id: 'files',
  title: 'Files',
  permissions: {
    'files.open': 'Open the Files page, and list the files that are for you.',
    'files.manage': 'Publish, change, withdraw, and delete all files, and see who downloaded them.',
  },
  tokenPermissions: {
    'files.publish': {
      about: 'Publish files in its folder, replace them, and delete them.',
      publishesFiles: true,
    },
  },
  notifications: {
    'files.expiry': {
      title: 'Files you are responsible for',
      about: 'One of them expires soon.',
      access: 'files.manage',
    },
  },
  screens: {
    upload: {
      path: '/files/upload',
      title: 'Upload File',
      lead: 'People find it under Your Files, and you get a link to share.',
      access: 'files.manage',
      keywords: ['publish', 'share a document', 'add a file'],
    },
    mine: {
      path: '/files/my-files',
      title: 'Your Files',
      lead: 'Everything published for you, newest first.',
      access: 'files.open',
      keywords: ['downloads', 'documents'],
    },
    manage: {
      path: '/files/manage',
      title: 'File Management',
      lead: 'Publish files to groups, replace them, and see who downloaded them.',
      access: 'files.manage',
      keywords: ['all files', 'withdraw', 'delete files'],
      reads: [listFiles],
    },
    file: { path: '/files/manage/:id', title: 'File', access: 'files.manage' },
  },
  tiles: [
    {
      place: '/files',
      screen: 'manage',
      title: 'File Management',
      about: 'Publish files to groups, replace them, and see who downloaded them.',
      icon: 'archive',
      group: 'it',
    },
    {
      place: '/files',
      screen: 'mine',
      title: 'Your Files',
      about: 'Everything published for you.',
      icon: 'files',
      group: 'files',
      pinned: { except: 'files.manage' },
    },
  ],
});
