import type { Screen } from './tool.ts';

/** The pages that neither a tool nor the list of places declares. */
export const shellScreens: readonly Screen[] = [
  { path: '/', title: 'Home', access: 'public' },
  { path: '/sign-in', title: 'Sign in', access: 'public' },
];

/** What home says to a visitor, and to someone signed in, who may have a dashboard: "Everything else is on your dashboard." */
export const homeWords = {
  title: 'Welcome to the new portal',
  visitor:
    'Sign in, and the dropdowns in the top navigation hold the links for your role. ' +
    'Everything else is on your own dashboard.',
  person: 'The dropdowns in the top navigation hold the links for your role.',
  rest: 'Everything else is on',
  dashboard: 'your dashboard',
} as const;
