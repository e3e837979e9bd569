import { defineTool } from '../../platform/contract/tool.ts';
import { listRuns } from './contract.ts';

export const directory = defineTool({
  id: 'directory',
  title: 'Directory',
  permissions: {
    'directory.manage':
      'Import the directory, confirm changes that were held back, and see confidential people.',
    'directory.see-students': 'Find students in searches and choose them in forms.',
  },
  screens: {
    runs: {
      path: '/departments/information-technology/directory',
      title: 'Directory',
      access: 'directory.manage',
      keywords: ['people', 'CSV', 'import', 'sync', 'employees', 'students'],
      reads: [listRuns],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'runs',
      title: 'Directory',
      about: "Upload the college's people, and confirm changes that were held back.",
      icon: 'contacts',
      group: 'it',
    },
  ],
});
