import { defineTool } from '../../platform/contract/tool.ts';
import { listRuns, readPcardForm } from './contract.ts';

const base = '/departments/business-office/process-pcard';

export const pcard = defineTool({
  id: 'pcard',
  title: 'P-Card',
  permissions: {
    'pcard.process': 'Turn P-Card files from the bank into journals, and see and void all runs.',
  },
  screens: {
    process: {
      path: base,
      title: 'Process P-Card',
      lead: "Turn a month's bank file into a journal for the ledger. The file is read and never stored.",
      access: 'pcard.process',
      keywords: ['purchasing card', 'credit card', 'journal', 'visa', 'mastercard', 'colleague', 'banner'],
      reads: [readPcardForm],
    },
    runs: {
      path: `${base}/runs`,
      title: 'P-Card Runs',
      lead: 'Every journal made so far, newest first.',
      access: 'pcard.process',
      keywords: ['purchasing card', 'journal', 'history', 'void'],
      reads: [listRuns],
    },
    run: { path: `${base}/runs/:id`, title: 'P-Card Run', access: 'pcard.process' },
  },
  tiles: [
    {
      place: '/my-dashboard',
      screen: 'process',
      title: 'Business Office',
      about: "Turn the bank's P-Card file into a journal for the ledger.",
      icon: 'credit-card',
      group: 'money',
      heading: 'Departments',
    },
  ],
});
