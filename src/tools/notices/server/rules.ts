import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import * as calls from '../contract.ts';
import type { StatedNotice } from './queries.ts';

type Judged = Pick<StatedNotice, 'state' | 'tone' | 'all_clear_of'>;

/** An emergency, and its all clear, are touched only by people who may publish one: both go out by email. */
function mayTouch(viewer: PersonActor, { tone, all_clear_of }: Judged): boolean {
  const isOrdinary = tone !== 'emergency' && all_clear_of === null;
  return mayCall(viewer, calls.changeNotice) && (isOrdinary || mayCall(viewer, calls.publishEmergency));
}

/** What is over stays as people read it. */
export function mayChange(viewer: PersonActor, notice: Judged): Verdict {
  if (!mayTouch(viewer, notice)) return forbidden;
  const { state } = notice;
  if (state === 'ended' || state === 'withdrawn') return () => refusalOf(calls.changeNotice, 'over');
  return true;
}

export function mayEnd(viewer: PersonActor, notice: Judged): Verdict {
  if (!mayTouch(viewer, notice)) return forbidden;
  const { state } = notice;
  if (state === 'ended' || state === 'withdrawn') return () => refusalOf(calls.endNotice, 'over');
  if (state === 'scheduled') return () => refusalOf(calls.endNotice, 'not-showing');
  return true;
}

/** Even one that has ended, since it is still in the bell. */
export function mayWithdraw(viewer: PersonActor, notice: Judged): Verdict {
  if (!mayTouch(viewer, notice)) return forbidden;
  const { state } = notice;
  if (state === 'withdrawn') return () => refusalOf(calls.withdrawNotice, 'over');
  return true;
}

export function mayGiveAllClear(viewer: PersonActor, { state, tone }: Judged): Verdict {
  if (!mayCall(viewer, calls.giveAllClear)) return forbidden;
  if (tone !== 'emergency') return () => refusalOf(calls.giveAllClear, 'not-an-emergency');
  if (state !== 'showing') return () => refusalOf(calls.giveAllClear, 'over');
  return true;
}
