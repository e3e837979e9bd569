import { defineTool } from '../../platform/contract/tool.ts';
import { listDepartments } from './contract.ts';

export const employeeDirectory = defineTool({
  id: 'employee-directory',
  title: 'Employee Directory',
  permissions: {},
  screens: {
    directory: {
      path: '/organization/employee-directory',
      title: 'Employee Directory',
      lead: 'Names, titles, and how to reach everyone who works here.',
      access: 'signed-in',
      keywords: ['phone book', 'staff', 'faculty', 'contact', 'extension', 'email', 'departments'],
      reads: [listDepartments],
    },
    person: {
      path: '/organization/employee-directory/:id',
      title: 'Employee',
      access: 'signed-in',
    },
  },
  tiles: [
    {
      place: '/my-dashboard',
      heading: 'Organization',
      screen: 'directory',
      title: 'Employee Directory',
      about: 'Names, titles, and how to reach everyone who works here.',
      icon: 'directory',
      group: 'campus',
    },
  ],
});
