import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden, notFound } from '../../../platform/server/refusal/refusal.ts';
import { sayTime } from '../../../platform/server/time/time.ts';
import { addRaLog, assignFollowUp, closeFollowUp, oldestWriting, reviewRaLog } from '../contract.ts';
import { ownerOf, owns } from './owned-follow-ups.ts';
import type { LogRow } from './queries.ts';

export const noSuchLog = 'This log does not exist.';

/** Phones' clocks differ from servers' clocks. */
const clockSkew = 2 * 60_000;
const day = 24 * 60 * 60_000;

/** Whether a log may claim to have been written then; both in milliseconds of the epoch. */
export function mayHaveBeenWritten(writtenAt: number, now: number): Verdict {
  if (writtenAt > now + clockSkew) return refuseTime('written-in-future');
  if (writtenAt < now - oldestWriting * day) return refuseTime('written-too-early');
  return true;
}

function refuseTime(reason: 'written-in-future' | 'written-too-early'): Verdict {
  return refusalOf(addRaLog, reason, { fields: { writtenAt: addRaLog.refusals[reason].detail } });
}

/** Each follow-up sends an email: no one may fill a mailbox. */
export function mayAskForFollowUp(recent: { count: number; secondsLeft: number }, perHour: number): Verdict {
  if (recent.count < perHour) return true;
  const minutes = Math.max(1, Math.ceil(recent.secondsLeft / 60));
  const detail =
    `You've asked for follow-up ${recent.count} times in the past hour. This log was not submitted. Submit it ` +
    `again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, and call about anything that can't wait.`;
  return () => refusalOf(addRaLog, 'too-many-follow-ups', { detail, retryAfterSeconds: recent.secondsLeft });
}

type Reviewable = Pick<LogRow, 'reviewed_by' | 'reviewed_on'>;

/** The first review is final. */
export function mayReview(
  viewer: Actor,
  { reviewed_by, reviewed_on }: Reviewable,
  timeZone: string,
): Verdict {
  if (!mayCall(viewer, reviewRaLog)) return forbidden;
  if (reviewed_on === null) return true;
  return () => {
    const detail = `${reviewed_by} already reviewed this log, on ${sayTime(reviewed_on, timeZone)}.`;
    return refusalOf(reviewRaLog, 'already-reviewed', { detail });
  };
}

type FollowUp = Pick<
  LogRow,
  'follow_up' | 'follow_up_owner' | 'follow_up_owner_id' | 'closed_by' | 'closed_on'
>;

export function mayAssign(viewer: Actor, log: FollowUp, timeZone: string): Verdict {
  if (!mayCall(viewer, assignFollowUp)) return forbidden;
  const { closed_on } = log;
  if (!log.follow_up) return () => refusalOf(assignFollowUp, 'no-follow-up');
  if (closed_on === null) return true;
  return () =>
    refusalOf(assignFollowUp, 'already-closed', { detail: closedAlready(log, closed_on, timeZone) });
}

/** Residence Life and the owners close follow-ups; to anyone else, there is no such log. The first closing is final. */
export function mayClose(viewer: Actor, log: FollowUp, timeZone: string): Verdict {
  if (!mayCall(viewer, closeFollowUp)) return forbidden;
  const isOwner = 'id' in viewer && owns(ownerOf(viewer), log);
  if (!isOwner && !mayCall(viewer, assignFollowUp)) return () => notFound(noSuchLog);
  const { closed_on } = log;
  if (!log.follow_up) return () => refusalOf(closeFollowUp, 'no-follow-up');
  if (closed_on === null) return true;
  return () =>
    refusalOf(closeFollowUp, 'already-closed', { detail: closedAlready(log, closed_on, timeZone) });
}

function closedAlready({ closed_by }: FollowUp, closedOn: Date, timeZone: string): string {
  return `${closed_by} already closed this follow-up, on ${sayTime(closedOn, timeZone)}.`;
}
