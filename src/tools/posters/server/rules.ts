import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import type { PosterState } from '../contract/shapes.ts';
import { cancelPoster, movePoster, readPoster, replyAboutPoster, submitPoster } from '../contract.ts';
import { nextStates } from './moves.ts';
import type { RequestRow } from './tables.ts';

type Owned = Pick<RequestRow, 'requester_id'>;
type Changing = Owned & Pick<RequestRow, 'state'>;

const unknown = () => refusalOf(readPoster, 'unknown');

export const isOwn = (viewer: Actor, { requester_id }: Owned) =>
  viewer.kind === 'person' && viewer.id === requester_id;

/** No one can fill the queue, or a disk. */
export function maySubmit(recent: { count: number; secondsLeft: number }, perHour: number): Verdict {
  if (recent.count < perHour) return true;
  return () => refusalOf(submitPoster, 'too-many-requests', { retryAfterSeconds: recent.secondsLeft });
}

/** The requester, even one who may no longer send posters, and the mail room. */
export function mayRead(viewer: Actor, row: Owned): Verdict {
  return isOwn(viewer, row) || mayPrint(viewer) === true ? true : unknown;
}

/** Everyone in the mail room works on every request. */
export function mayPrint(viewer: Actor): Verdict {
  return mayCall(viewer, movePoster) ? true : forbidden;
}

export function mayMove(
  viewer: Actor,
  row: Pick<RequestRow, 'state' | 'stored_name'>,
  to: PosterState,
): Verdict {
  const works = mayPrint(viewer);
  if (works !== true) return works;
  return nextStates(row).includes(to) ? true : () => refusalOf(movePoster, 'wrong-state');
}

/** Paper is not cut yet: only before the mail room has started. */
export function mayCancel(viewer: Actor, row: Changing): Verdict {
  if (!mayCall(viewer, cancelPoster)) return forbidden;
  if (!isOwn(viewer, row)) return unknown;
  const detail = 'The mail room has started working on this request. Call them, or reply to their question.';
  return row.state === 'received' ? true : () => refusalOf(cancelPoster, 'wrong-state', { detail });
}

export function mayReply(viewer: Actor, row: Changing): Verdict {
  if (!mayCall(viewer, replyAboutPoster)) return forbidden;
  if (!isOwn(viewer, row)) return unknown;
  const detail = 'The mail room is not waiting for an answer about this request anymore.';
  return row.state === 'question' ? true : () => refusalOf(replyAboutPoster, 'wrong-state', { detail });
}
