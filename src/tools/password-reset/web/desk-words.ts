import type { DeskReset, IdKind } from '../contract.ts';

export const idKindWords: Readonly<Record<IdKind, string>> = {
  'college-id': 'College ID',
  'drivers-license': "Driver's license or state ID",
  passport: 'Passport',
  'other-government-id': 'Other government ID',
};

export const deskStates: Readonly<
  Record<DeskReset['state'], { tone: 'neutral' | 'good' | 'warning' | 'bad'; word: string }>
> = {
  waiting: { tone: 'warning', word: 'Needs confirmation' },
  expired: { tone: 'neutral', word: 'Not confirmed in time' },
  declined: { tone: 'bad', word: 'Declined' },
  confirmed: { tone: 'good', word: 'Link given out' },
  used: { tone: 'good', word: 'Password set' },
};
