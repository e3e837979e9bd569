import { defineTool } from '../../platform/contract/tool.ts';
import { listMyPosters, listPosterQueue, readPosterForm } from './contract.ts';

const base = '/departments/mail-copy-center';

export const posters = defineTool({
  id: 'posters',
  title: 'Posters',
  permissions: {
    'posters.submit': 'Send posters to be printed, and follow your own requests.',
    'posters.print': 'Work in the mail room: see all poster requests, print them, and ask questions.',
  },
  notifications: {
    'posters.requests': {
      title: 'Your poster requests',
      about: 'The mail room received, printed, or asked about one of your posters.',
      access: 'posters.submit',
    },
  },
  screens: {
    request: {
      path: `${base}/poster-print-request`,
      title: 'Poster Print Request',
      lead: 'Send a PDF to the Mail & Copy Center. Its page must be the size of the poster: 17\u00a0x\u00a011 to 56\u00a0x\u00a035 inches, in either orientation.',
      access: 'posters.submit',
      keywords: ['poster', 'print', 'plotter', 'large format', 'pdf', 'mail room', 'sign', 'banner'],
      reads: [readPosterForm],
    },
    mine: {
      path: `${base}/my-poster-requests`,
      title: 'My Poster Requests',
      lead: 'Your posters, and where each one stands.',
      access: 'posters.submit',
      keywords: ['poster', 'print', 'mail room'],
      reads: [listMyPosters],
    },
    // The requester, and the mail room: the server decides row by row.
    poster: {
      path: `${base}/poster-requests/:id`,
      title: 'Poster Request',
      parents: [`${base}/poster-queue`, `${base}/my-poster-requests`],
      access: 'signed-in',
    },
    queue: {
      path: `${base}/poster-queue`,
      title: 'Poster Queue',
      lead: 'Posters to print, by the day they are needed.',
      access: 'posters.print',
      keywords: ['poster', 'print', 'mail room', 'board', 'plotter'],
      reads: [listPosterQueue],
    },
  },
  tiles: [
    {
      place: base,
      screen: 'request',
      title: 'Poster Print Request',
      about: 'Get a poster printed from a PDF.',
      icon: 'poster',
      group: 'files',
    },
    {
      place: base,
      screen: 'mine',
      title: 'My Poster Requests',
      about: 'See where your posters stand, and answer questions.',
      icon: 'posters',
      group: 'files',
    },
    {
      place: base,
      screen: 'queue',
      title: 'Poster Queue',
      about: 'Print posters, and let people know when they are ready.',
      icon: 'printer',
      group: 'files',
    },
  ],
});
