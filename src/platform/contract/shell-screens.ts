import type { Screen } from './tool.ts';

/** The pages that neither a tool nor the list of places declares. */
export const shellScreens: readonly Screen[] = [
  { path: '/', title: 'Home', access: 'public' },
  { path: '/sign-in', title: 'Sign in', access: 'public' },
];
