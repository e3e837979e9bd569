import type { PosterState } from './shapes.ts';

/** The states as people read them. */
export const stateWords: Readonly<Record<PosterState, string>> = {
  received: 'Received',
  question: 'Question',
  printing: 'Printing',
  ready: 'Ready',
  'picked-up': 'Picked up',
  cancelled: 'Canceled',
};
