import { defineTool } from '../../platform/contract/tool.ts';
import { listAuditEntries } from './contract.ts';

export const audit = defineTool({
  id: 'audit',
  title: 'Audit Log',
  permissions: {
    'audit.view': 'Search the audit log, open its entries, and download them.',
    'audit.reveal': 'Show the sensitive values of an audit entry.',
  },
  includes: { 'audit.reveal': ['audit.view'] },
  screens: {
    entries: {
      path: '/departments/information-technology/audit',
      title: 'Audit Log',
      lead: 'Who changed what, and who saw whose data. What you open here is recorded, too.',
      access: 'audit.view',
      keywords: ['history', 'who did', 'entries', 'trail', 'disclosures'],
      reads: [listAuditEntries],
    },
  },
  tiles: [
    {
      place: '/departments/information-technology',
      screen: 'entries',
      title: 'Audit Log',
      about: 'Who changed what, and who saw whose data.',
      icon: 'audit',
      group: 'it',
    },
  ],
});
