import type { PosterState } from '../contract/shapes.ts';
import type { RequestRow } from './tables.ts';

const moves: Readonly<Record<PosterState, readonly PosterState[]>> = {
  received: ['printing', 'question', 'cancelled'],
  question: ['printing', 'cancelled'],
  printing: ['ready', 'question', 'cancelled'],
  ready: ['picked-up', 'printing', 'cancelled'],
  // The way back from a wrong click.
  'picked-up': ['ready'],
  cancelled: [],
};

/**
 * The states that the mail room may move a request to, the usual step first. It has no other moves. Once the file is gone,
 * a past request stays as it is: it could not be printed again.
 */
export function nextStates({
  state,
  stored_name,
}: Pick<RequestRow, 'state' | 'stored_name'>): readonly PosterState[] {
  return isOver(state) && stored_name === null ? [] : moves[state];
}

/** Nothing is left to do, and the file is removed after a while. */
export function isOver(state: PosterState): boolean {
  return state === 'picked-up' || state === 'cancelled';
}
