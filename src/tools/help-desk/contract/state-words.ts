import type { TicketState } from './shapes.ts';

/** The states as people read them. */
export const stateWords: Readonly<Record<TicketState, string>> = {
  new: 'New',
  open: 'Open',
  waiting: 'Waiting for requester',
  solved: 'Solved',
};
