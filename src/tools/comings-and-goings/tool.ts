import { defineTool } from '../../platform/contract/tool.ts';
import { listDepartures } from './contract.ts';

const base = '/departments/information-technology/comings-and-goings';

export const comingsAndGoings = defineTool({
  id: 'comings-and-goings',
  title: 'Comings and Goings',
  permissions: {
    'comings-and-goings.manage':
      'See what people own in the portal, hand it over to someone else, and end it.',
  },
  screens: {
    departures: {
      path: base,
      title: 'Comings and Goings',
      lead: 'People who left or lost groups while they still own something.',
      access: 'comings-and-goings.manage',
      keywords: ['leavers', 'offboarding', 'hand over', 'successor', 'what someone owns'],
      reads: [listDepartures],
    },
    person: { path: `${base}/:id`, title: 'What Someone Owns', access: 'comings-and-goings.manage' },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'departures',
      title: 'Comings and Goings',
      about: 'Hand over what people owned before they left or changed jobs.',
      icon: 'hand-over',
      group: 'it',
    },
  ],
});
