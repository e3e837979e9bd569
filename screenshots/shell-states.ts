import type { ScreenState } from '../src/platform/server/tool/examples.ts';

/** States that belong to no tool. */
export const shellStates: readonly ScreenState[] = [
  { name: 'home, signed out', path: '/', person: null },
  { name: 'sign-in', path: '/sign-in', person: null },
  { name: 'demo people', path: '/api/auth/providers/demo/login', person: null },
  { name: 'page not found', path: '/nothing', person: 'student' },
  { name: 'refused', path: '/departments/information-technology', person: 'student' },
  { name: 'palette', path: '/', person: 'it', steps: [{ press: 'Find a page' }] },
  {
    name: 'search results',
    path: '/',
    person: 'it',
    steps: [{ press: 'Find a page' }, { fill: 'Find a page by name or keyword', with: 'and' }],
  },
  { name: 'arrange pins', path: '/', person: 'it', steps: [{ press: 'Arrange' }] },
  { name: 'account menu', path: '/', person: 'it', steps: [{ press: /^Your account/ }] },
];
