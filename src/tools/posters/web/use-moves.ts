import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { PosterState, QueuedPoster } from '../contract/shapes.ts';
import { listMyPosters, listPosterQueue, movePoster, readPoster, readPosterCounts } from '../contract.ts';
import { posterPath } from './links.ts';

/** What shows requests, and is read again after each change. */
export const posterReads = [listPosterQueue, readPosterCounts, readPoster, listMyPosters];

/** The labels of the mail room's buttons. */
export const moveWords: Readonly<Record<Exclude<PosterState, 'received'>, string>> = {
  printing: 'Start printing',
  question: 'Ask a question',
  ready: 'Mark as ready',
  'picked-up': 'Mark as picked up',
  cancelled: 'Cancel request',
};

export type Move = keyof typeof moveWords;
/** The moves that ask for a message first. */
export type WordyMove = 'question' | 'cancelled' | 'ready';

const done: Readonly<Record<Move, string>> = {
  printing: 'is being printed',
  question: 'waits for the requester',
  ready: 'is ready',
  'picked-up': 'was picked up',
  cancelled: 'is canceled',
};

export const saidOf = (number: number, state: Move) => `Poster #${number} ${done[state]}`;

/** The way back after a wrong click, not a step of the work. */
export const isWayBack = ({ state }: Pick<QueuedPoster, 'state'>) => state === 'picked-up';

/** Moves a request with one click. */
export function useMoves() {
  const move = useAction(movePoster, { invalidates: posterReads });
  return {
    isPending: move.isPending,
    move: ({ id, number, version }: QueuedPoster, state: Move) =>
      move.run(
        { params: { id }, body: { state, version } },
        {
          done: {
            title: saidOf(number, state),
            ...(state === 'picked-up' ? { link: { to: posterPath(id), title: 'Undo on its page' } } : {}),
          },
          failed: `Poster #${number} was not changed`,
        },
      ),
  };
}
