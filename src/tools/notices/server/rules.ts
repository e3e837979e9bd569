import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import * as calls from '../contract.ts';
import type { StatedNotice } from './queries.ts';

type Judged = Pick<StatedNotice, 'state' | 'tone'>;

/** What is over stays as people have read it. */
export function mayChange(viewer: PersonActor, { state }: Judged): Verdict {
  if (!mayCall(viewer, calls.changeNotice)) return forbidden;
  if (state === 'ended' || state === 'withdrawn') return () => refusalOf(calls.changeNotice, 'over');
  return true;
}

export function mayEnd(viewer: PersonActor, { state }: Judged): Verdict {
  if (!mayCall(viewer, calls.endNotice)) return forbidden;
  if (state === 'ended' || state === 'withdrawn') return () => refusalOf(calls.endNotice, 'over');
  if (state === 'scheduled') return () => refusalOf(calls.endNotice, 'not-showing');
  return true;
}

/** Also one that has ended, since it is still in the bell. */
export function mayWithdraw(viewer: PersonActor, { state }: Judged): Verdict {
  if (!mayCall(viewer, calls.withdrawNotice)) return forbidden;
  if (state === 'withdrawn') return () => refusalOf(calls.withdrawNotice, 'over');
  return true;
}
