import type { Portrait } from '../../../platform/server/photo/portrait.ts';
import type { ExtrasRow } from './page-changes.ts';

const backgrounds: readonly Portrait['background'][] = [
  ['#cfe3da', '#7fb3a2'],
  ['#f6e0c8', '#dfa877'],
  ['#dfe3f0', '#95a3c9'],
  ['#f1ead7', '#cdb681'],
  ['#f4dbe0', '#d493a3'],
];
const skins = ['#f0c7a6', '#8a5a3c', '#e2a983', '#6f4630', '#c98f6b', '#f3d3b8', '#a56f4b'];
const hairs = ['#2e2521', '#5b2f1c', '#b9bcc0', '#1f1a18', '#8c5a2b', '#d8b26a'];
const clothes = ['#1b564a', '#a03726', '#33415f', '#6d4a0c', '#5a3e63', '#2f6f86', '#7a7f3a', '#44403c'];
const styles: readonly Portrait['style'][] = [
  'bob',
  'short',
  'curls',
  'bun',
  'short',
  'bald',
  'bob',
  'curls',
  'bun',
];

/** A face that belongs to no one; the lists' lengths have no common divisor if they differ, so few look alike. */
export function demoPortrait(index: number): Portrait {
  const at = <T>(list: readonly T[], step: number) => list[(index * step) % list.length] as T;
  return {
    background: at(backgrounds, 3),
    skin: at(skins, 2),
    hair: at(hairs, 5),
    clothes: at(clothes, 3),
    style: at(styles, 4),
    glasses: index % 4 === 1,
  };
}

type DemoExtras = Pick<ExtrasRow, 'room' | 'hours' | 'ask_about' | 'pronouns' | 'audience'>;

const extras = (
  room: string,
  hours: string,
  ask_about: string,
  more: Partial<DemoExtras> = {},
): DemoExtras => ({ room, hours, ask_about, pronouns: '', audience: 'everyone', ...more });

/** Of the demo people, by account. */
export const knownPages: Readonly<Record<string, DemoExtras>> = {
  it: extras(
    'Langston Hall 12',
    'Monday to Friday, 8 a.m. to 4 p.m.',
    'Where a system lives, and who to ask about it.',
  ),
  faculty: extras(
    'Carver Hall 310',
    'Monday and Wednesday, 1 to 3 p.m., and by appointment',
    'Calculus, the math lab, and summer research.',
    { pronouns: 'he/him' },
  ),
  approver: extras('Chemistry 118', 'Tuesday, 10 a.m. to noon', 'Lab safety training.'),
  business: extras('Administration 107', 'Monday to Thursday, 9 a.m. to 4 p.m.', 'Purchasing cards.', {
    audience: 'employees',
  }),
};

/** For the other employees, in turn. */
export const furtherPages: readonly DemoExtras[] = [
  extras('Administration 104', 'Weekdays, 9 a.m. to 5 p.m.', 'Campus visits, and what to bring.', {
    pronouns: 'she/her',
  }),
  extras('Fieldhouse 2', 'Afternoons, before practice', 'Open gym times.'),
  extras('Administration 212', 'Monday to Thursday, 8 a.m. to 3 p.m.', 'Travel reimbursements.', {
    audience: 'employees',
  }),
  extras('Safety Office', 'Evenings and weekends', 'Lost and found, and walks across campus at night.', {
    pronouns: 'they/them',
  }),
];
