/** A screen whose first visit is measured. */
export interface MeasuredScreen {
  name: string;
  path: string;
  /** The demo person who opens it; `null`: no one is signed in. */
  person: string | null;
  /** Clicks whatever opens it, such as the button of a dialog. */
  press?: string;
  /** The most JavaScript before it is shown, brotli as served, in kilobytes. */
  mostScript: 130 | 180;
}

export const screens: readonly MeasuredScreen[] = [
  { name: 'home', path: '/', person: null, mostScript: 130 },
  { name: 'sign-in', path: '/sign-in', person: null, mostScript: 130 },
  { name: 'dashboard', path: '/my-dashboard', person: 'staff', mostScript: 130 },
  {
    name: 'list of RA logs',
    path: '/departments/residence-life/resident-assistants/logs',
    person: 'reslife',
    mostScript: 180,
  },
  {
    name: 'form of an RA log',
    path: '/departments/residence-life/resident-assistants/logs/add',
    person: 'ra',
    mostScript: 180,
  },
  {
    name: 'list of short links',
    path: '/departments/information-technology/redirects',
    person: 'it',
    mostScript: 180,
  },
  {
    name: 'form of a short link',
    path: '/departments/information-technology/redirects',
    person: 'it',
    press: 'Add URL',
    mostScript: 180,
  },
];
