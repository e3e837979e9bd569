import { defineTool } from '../../platform/contract/tool.ts';
import { listBuildings, listMyFollowUps, listMyRaLogs, listRaLogs } from './contract.ts';

const base = '/departments/residence-life/resident-assistants';

/** Those who review logs, and IT, may file them, too; their own work comes first. */
const notForReviewers = { except: 'ra-logs.review' } as const;
const notForIt = { except: 'information-technology.open' } as const;

export const raLogs = defineTool({
  id: 'ra-logs',
  title: 'RA Logs',
  permissions: {
    'ra-logs.submit': 'Submit RA logs, see your own logs, and see the latest log of a building.',
    'ra-logs.review': 'See all logs, review them, work on follow-ups, see the board, and export.',
  },
  notifications: {
    'ra-logs.filed': {
      title: 'RA logs that need follow-up',
      about: 'Someone submitted one, and Residence Life listed you as a recipient.',
      access: 'ra-logs.review',
    },
    'ra-logs.follow-ups': {
      title: 'Follow-ups of RA logs',
      about: 'One was assigned to you, or someone closed one of yours.',
      access: 'ra-logs.review',
    },
  },
  screens: {
    add: {
      path: `${base}/logs/add`,
      title: 'Submit RA Log',
      lead: 'What you saw on your round. Works offline, too.',
      access: 'ra-logs.submit',
      keywords: ['round', 'building', 'resident assistant'],
      offline: true,
      reads: [listBuildings],
    },
    logs: {
      path: `${base}/logs`,
      title: 'RA Logs',
      lead: 'Every round, newest first: review logs and follow up.',
      access: 'ra-logs.review',
      keywords: ['review', 'follow up', 'rounds'],
      reads: [listRaLogs, listBuildings],
    },
    mine: {
      path: `${base}/my-logs`,
      title: 'My RA Logs',
      lead: 'The logs you submitted, and whether they were reviewed.',
      access: 'ra-logs.submit',
      reads: [listMyRaLogs],
    },
    /** Also for owners who are not reviewers: they get here from the home page and from the email. */
    followUps: {
      path: `${base}/my-follow-ups`,
      title: 'My Follow-Ups',
      lead: 'Residence Life assigned these to you. Close each one when it is done.',
      access: 'signed-in',
      keywords: ['assigned', 'follow up'],
      reads: [listMyFollowUps],
    },
    board: {
      path: `${base}/board`,
      title: 'Board',
      lead: 'Open follow-ups, and how often each building gets a round.',
      access: 'ra-logs.review',
      keywords: ['rounds per week', 'open follow-ups', 'chart'],
    },
  },
  tiles: [
    {
      place: base,
      screen: 'add',
      title: 'Submit RA Log',
      about: 'Submit the log of your round, even offline.',
      icon: 'round',
      group: 'campus',
      pinned: notForReviewers,
    },
    {
      place: base,
      screen: 'mine',
      title: 'My RA Logs',
      about: 'The logs you submitted, and whether they were reviewed.',
      icon: 'notebook',
      group: 'campus',
      pinned: notForReviewers,
    },
    {
      place: base,
      screen: 'logs',
      title: 'RA Logs',
      about: 'Review logs and work on follow-ups.',
      icon: 'clipboard',
      group: 'campus',
      pinned: notForIt,
    },
    {
      place: base,
      screen: 'board',
      title: 'Board',
      about: 'Rounds per week and open follow-ups of each building.',
      icon: 'chart',
      group: 'campus',
      pinned: notForIt,
    },
  ],
});
