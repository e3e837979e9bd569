import type { PosterState } from '../contract/shapes.ts';

/** What the mail room may make of a request, the usual step first. There are no other moves of the mail room. */
export const nextStates: Readonly<Record<PosterState, readonly PosterState[]>> = {
  received: ['printing', 'question', 'cancelled'],
  question: ['printing', 'cancelled'],
  printing: ['ready', 'question', 'cancelled'],
  ready: ['picked-up', 'printing', 'cancelled'],
  'picked-up': [],
  cancelled: [],
};

/** Nothing follows, and the file is removed after a while. */
export function isOver(state: PosterState): boolean {
  return nextStates[state].length === 0;
}
