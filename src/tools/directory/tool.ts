import { defineTool } from '../../platform/contract/tool.ts';
import { listRuns, listStudents } from './contract.ts';

export const directory = defineTool({
  id: 'directory',
  title: 'Directory',
  permissions: {
    'directory.manage':
      'Import the directory, confirm changes that were held back, and see confidential people.',
    'directory.choose-people': 'Find people by name in forms that ask for someone.',
    'directory.see-students': 'See the list of students, find them in searches, and choose them in forms.',
  },
  notifications: {
    'directory.held-back': {
      title: 'Held-back changes of the directory',
      about:
        'A reading of the directory looks like a mistake and waits for someone to confirm or discard it.',
      access: 'directory.manage',
    },
  },
  screens: {
    runs: {
      path: '/departments/information-technology/directory',
      title: 'Directory',
      lead: 'Everyone at the college, for lists and pickers. A file never gives anyone access.',
      access: 'directory.manage',
      keywords: ['people', 'CSV', 'import', 'sync', 'employees', 'students'],
      reads: [listRuns],
    },
    students: {
      path: '/organization/students',
      title: 'Students',
      lead: 'Names and email addresses, for people who work with students.',
      access: 'directory.see-students',
      keywords: ['student directory', 'email'],
      reads: [listStudents],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'runs',
      title: 'Directory',
      about: "Import the college's people, and confirm changes that were held back.",
      icon: 'contacts',
      group: 'it',
    },
    {
      place: '/my-dashboard',
      heading: 'Organization',
      screen: 'students',
      title: 'Students',
      about: 'Names and email addresses of the students you work with.',
      icon: 'students',
      group: 'campus',
    },
  ],
});
