import type { PosterState } from '../contract/shapes.ts';

/** The states that the mail room may move a request to, the usual step first. It has no other moves. */
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
