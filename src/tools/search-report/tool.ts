import { defineTool } from '../../platform/contract/tool.ts';
import { readSearchForm } from './contract.ts';

export const searchReport = defineTool({
  id: 'search-report',
  title: 'Elastic Search Reports',
  permissions: {
    'search-report.open': 'Make reports about who signed in when, as CSV.',
  },
  notifications: {
    'search-report.ready': {
      title: 'Search reports',
      about: 'One that you started is ready.',
      access: 'search-report.open',
    },
  },
  screens: {
    reports: {
      path: '/integrations/elastic-search/reports',
      title: 'Elastic Search Reports',
      lead: 'Accounts that signed in during one period but not another.',
      parents: ['/departments/information-technology'],
      access: 'search-report.open',
      keywords: ['sign-ins', 'login', 'export', 'csv', 'inactive accounts', 'opensearch'],
      reads: [readSearchForm],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'reports',
      title: 'Elastic Search Reports',
      about: 'Who signed in during one period but not another, as CSV.',
      icon: 'search-report',
      group: 'it',
    },
  ],
});
