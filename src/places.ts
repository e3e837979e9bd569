import type { Permission } from './platform/contract/access.ts';
import type { NavigationEntry, Place } from './platform/contract/tool.ts';

/** The pages of tiles. A tool puts its tiles on them; a place without a tile for the person says so. */
export const places: readonly Place[] = [
  {
    path: '/my-dashboard',
    title: 'My Dashboard',
    about: 'The departments and committees you use.',
    access: 'dashboard.open',
    icon: 'dashboard',
    beginsWithPins: true,
  },
  {
    path: '/files',
    title: 'Files',
    about: 'Find the files published for you.',
    access: 'files.open',
    icon: 'folder',
  },
  {
    path: '/departments/information-technology',
    title: 'Information Technology',
    about: 'Short links, background jobs, and other IT tools.',
    access: 'information-technology.open',
    icon: 'computer',
    tile: { place: '/my-dashboard', heading: 'Departments' },
  },
  {
    path: '/departments/facilities',
    title: 'Facilities',
    about: 'Keys, doors, and repairs: how the college takes care of its buildings.',
    access: 'signed-in',
    icon: 'building',
    tile: { place: '/my-dashboard', heading: 'Departments' },
  },
  {
    path: '/departments/residence-life/resident-assistants',
    title: 'Residence Life',
    about: 'Submit and review RA logs, and see open follow-ups.',
    access: 'residence-life.open',
    icon: 'house',
    tile: { place: '/my-dashboard', heading: 'Departments' },
  },
  {
    path: '/departments/mail-copy-center',
    title: 'Mail & Copy Center',
    about: 'Get posters printed, and see when they are ready.',
    access: 'mail-copy-center.open',
    icon: 'mailbox',
    tile: { place: '/my-dashboard', heading: 'Departments' },
  },
  {
    path: '/committees/faculty-growth-development',
    title: 'Faculty Growth & Development',
    about: 'Apply for funding for conferences, research, and materials.',
    access: 'faculty-growth.open',
    icon: 'sprout',
    tile: { place: '/my-dashboard', heading: 'Committees', title: 'Faculty, Growth & Development' },
  },
  {
    path: '/support',
    title: 'Support',
    tellsWhoHelps: true,
    about: 'Help with your account, your devices, and the network.',
    access: 'signed-in',
    icon: 'support',
  },
];

/** Permission -> a sentence for the auditor. */
export const placePermissions: Record<Permission, string> = {
  'dashboard.open': 'Open the dashboard.',
  'information-technology.open': 'Open the IT page.',
  'faculty-growth.open': 'Open the Faculty Growth & Development page.',
  'mail-copy-center.open': 'Open the Mail & Copy Center page.',
  'residence-life.open': 'Open the Residence Life page.',
};

/**
 * The navigation bar. An entry is shown to people who may open its page, or when the college has configured its address.
 * One whose page is a place drops down with the tiles that the person may use there.
 */
export const navigation: readonly NavigationEntry[] = [
  { title: 'Dashboard', to: '/my-dashboard' },
  { title: 'Files', to: '/files' },
  {
    title: 'Canvas',
    link: 'lms',
    children: [
      { title: 'My Grade Files', to: '/integrations/canvas/my-grade-files' },
      { title: 'Upload Grades', to: '/integrations/canvas/upload-grades' },
    ],
  },
  { title: 'Self Service', link: 'selfService' },
  { title: 'Get WiFi', to: '/support/wifi-key' },
  {
    title: 'Support',
    to: '/support',
    children: [{ title: 'Employee Directory', to: '/organization/employee-directory' }],
  },
  { title: 'Store', link: 'store' },
];
