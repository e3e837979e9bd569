import { defineTool } from '../../platform/contract/tool.ts';
import { listApplications, listApprovers, listDrafts, readApplicationForm } from './contract.ts';

const base = '/committees/faculty-growth-development';

export const grants = defineTool({
  id: 'grants',
  title: 'Faculty Growth & Development',
  permissions: {
    'grants.apply': 'Apply for faculty growth and development funding, and follow your own applications.',
    'grants.view': 'See all funding applications.',
    'grants.manage': 'Add people to the list of approvers, and remove them.',
  },
  notifications: {
    'grants.applications': {
      title: 'Funding applications',
      about: 'A step or message on one of yours, or one that is waiting for your vote.',
      access: 'grants.apply',
    },
  },
  screens: {
    apply: {
      path: `${base}/apply`,
      title: 'Apply for Funding',
      lead: 'For conferences, research, and materials. The committee votes on each application.',
      access: 'grants.apply',
      keywords: ['fgd', 'grant', 'conference', 'travel', 'money', 'reimbursement'],
      reads: [readApplicationForm],
    },
    applications: {
      path: `${base}/applications`,
      title: 'Funding Applications',
      lead: 'Everything that was submitted to the committee, newest first.',
      access: 'grants.view',
      keywords: ['fgd', 'review', 'committee', 'vote'],
      reads: [listApplications],
    },
    figures: {
      path: `${base}/figures`,
      title: 'Funding Statistics',
      lead: 'What was applied for and approved in a fiscal year, by department and purpose.',
      access: 'grants.view',
      keywords: ['fgd', 'report', 'export', 'csv'],
    },
    // A seat on the approver list gives access, whatever the groups: the server decides row by row.
    edit: {
      path: `${base}/application/:id/edit`,
      title: 'Funding Application',
      parents: [`${base}/applications`, `${base}/my-applications`],
      access: 'signed-in',
    },
    mine: {
      path: `${base}/my-applications`,
      title: 'My Applications',
      lead: 'Your funding applications, and where each one stands.',
      access: 'grants.apply',
      keywords: ['fgd', 'grant', 'funding'],
      // They are above the list, and would push it down.
      reads: [listDrafts],
    },
    approvers: {
      path: `${base}/manage/approvers`,
      title: 'Approvers',
      lead: 'An application is approved once everyone on this list has approved it.',
      access: 'grants.manage',
      keywords: ['fgd', 'committee', 'funding'],
      reads: [listApprovers],
    },
  },
  tiles: [
    {
      place: base,
      screen: 'apply',
      title: 'Apply for Funding',
      about: 'Apply for money for a conference, research, or materials.',
      icon: 'grant',
      group: 'money',
    },
    {
      place: base,
      screen: 'mine',
      title: 'My Applications',
      about: 'See where your applications stand, and change returned ones.',
      icon: 'folder-open',
      group: 'money',
    },
    {
      place: base,
      screen: 'applications',
      title: 'Funding Applications',
      about: 'Read and vote on funding applications.',
      icon: 'vote',
      group: 'money',
    },
    {
      place: base,
      screen: 'approvers',
      title: 'Approvers',
      about: 'Choose who votes on funding applications.',
      icon: 'seal',
      group: 'money',
    },
  ],
});
