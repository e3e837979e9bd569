import { defineTool } from '../../platform/contract/tool.ts';

const place = '/departments/facilities';
const keywords = ['facilities', 'policy'];

export const facilities = defineTool({
  id: 'facilities',
  title: 'Facilities',
  permissions: {},
  screens: {
    buildingAccessPolicy: {
      path: '/departments/facilities/building-access-policy',
      title: 'Building Access Policy',
      access: 'signed-in',
      tellsToSignIn: true,
      keywords: [...keywords, 'doors', 'hours', 'card', 'lost key'],
    },
    keyRequestProcess: {
      path: '/departments/facilities/key-request-process',
      title: 'Key Request Process',
      access: 'signed-in',
      tellsToSignIn: true,
      keywords: [...keywords, 'keys', 'lost key'],
    },
    workOrderSystem: {
      path: '/departments/facilities/work-order-system',
      title: 'Work Order System',
      access: 'signed-in',
      tellsToSignIn: true,
      keywords: [...keywords, 'repair', 'maintenance', 'broken'],
    },
  },
  tiles: [
    {
      place,
      screen: 'buildingAccessPolicy',
      title: 'Building Access Policy',
      about: 'Who can be in which building and when, and what a lost key costs.',
      icon: 'door',
      group: 'campus',
    },
    {
      place,
      screen: 'keyRequestProcess',
      title: 'Key Request Process',
      about: 'How to request a key, pick it up, and return it.',
      icon: 'key',
      group: 'campus',
    },
    {
      place,
      screen: 'workOrderSystem',
      title: 'Work Order System',
      about: 'How to report something broken or request work on a room.',
      icon: 'wrench',
      group: 'campus',
    },
  ],
});
