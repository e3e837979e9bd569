import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { notFound, Refusal } from '../../../platform/server/refusal/refusal.ts';
import {
  addRaLog,
  assignFollowUp,
  type closeFollowUp,
  type RaLog,
  reviewRaLog,
  type reviewRaLogs,
} from '../contract.ts';
import { enqueueAssignment } from './assignment-notice.ts';
import { auditLog } from './audit.ts';
import { enqueueClosing } from './closing-notice.ts';
import { enqueueNotice } from './follow-up-notice.ts';
import { isKnownOwner } from './owned-follow-ups.ts';
import { presentLog } from './present.ts';
import {
  type Author,
  countRecentFollowUps,
  findLog,
  insertLog,
  type LogRow,
  lockLog,
  noteClosing,
  noteOwner,
  noteReview,
} from './queries.ts';
import { isOffered, type RaLogs } from './ra-logs.ts';
import { mayAskForFollowUp, mayAssign, mayClose, mayHaveBeenWritten, mayReview, noSuchLog } from './rules.ts';

type Context = CallContext<SignedInActor>;
type Answer = Promise<{ data: RaLog }>;

export async function handleAddRaLog(
  logs: RaLogs,
  { actor, change }: Context,
  { body }: CallInput<typeof addRaLog>,
): Answer {
  if (!isOffered(logs, body.building)) {
    const fields = { building: addRaLog.refusals['unknown-building'].detail };
    throw refusalOf(addRaLog, 'unknown-building', { fields });
  }
  const { submittedBy: _account, writtenAt = null, ...round } = body;
  return change(async (unit) => {
    unit.demand(writtenAt === null ? byPermission : mayHaveBeenWritten(Date.parse(writtenAt), Date.now()));
    if (round.followUp) {
      const recent = await countRecentFollowUps(unit.transaction, actor.id);
      unit.demand(mayAskForFollowUp(recent, logs.followUpsPerHour));
    }
    const author = { personId: actor.id, name: actor.kind === 'person' ? actor.email : actor.name };
    const row = await insertLog(unit.transaction, { id: uuid(), ...round, writtenAt }, author);
    auditLog(unit, 'ra-log.create', null, row);
    if (row.follow_up) await enqueueNotice(unit, row.id, logs);
    return { data: presentLog(row, actor, logs.timeZone) };
  });
}

export async function handleReviewRaLog(
  logs: RaLogs,
  context: Context,
  { params, body }: CallInput<typeof reviewRaLog>,
): Answer {
  if (body.reviewed === false || body.reviewed === 'false') throw refusalOf(reviewRaLog, 'cannot-unreview');
  return reviewOne(logs, context, params.id);
}

function reviewOne(logs: RaLogs, context: Context, id: string): Answer {
  return changeLog(logs, context, id, 'ra-log.review', async ({ transaction, demand }, log) => {
    demand(mayReview(context.actor, log, logs.timeZone), log);
    return noteReview(transaction, log.id, reviewerOf(context.actor));
  });
}

/** One change for each log, so that each has its own audit entry and one failure does not stop the others. */
export async function handleReviewRaLogs(
  logs: RaLogs,
  context: Context,
  { body }: CallInput<typeof reviewRaLogs>,
): Promise<CallReply<typeof reviewRaLogs>> {
  const results = new Map<string, CallReply<typeof reviewRaLogs>['data'][number]>();
  // In the same order for everyone, so that two people who review the same logs at once cannot deadlock.
  for (const id of new Set(body.ids.toSorted())) {
    try {
      await reviewOne(logs, context, id);
      results.set(id, { _id: id, outcome: 'reviewed', detail: null });
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || !['conflict', 'not-found'].includes(refusal.kind)) throw refusal;
      const outcome = refusal.kind === 'conflict' ? 'already-reviewed' : 'not-found';
      results.set(id, { _id: id, outcome, detail: refusal.message });
    }
  }
  return { data: [...new Set(body.ids)].flatMap((id) => results.get(id) ?? []) };
}

export async function handleAssignFollowUp(
  logs: RaLogs,
  context: Context,
  { params, body }: CallInput<typeof assignFollowUp>,
): Answer {
  const assign = async (unit: UnitOfWork, log: LogRow) => {
    // A review in between is no reason to refuse: it has nothing to do with the follow-up.
    const { version, follow_up_version: sameSince } = log;
    unit.demand(mayAssign(context.actor, log, logs.timeZone), { version, sameSince });
    return noteOwner(unit.transaction, log.id, body.owner === '' ? null : body.owner);
  };
  const isUnsure = body.owner !== '' && body.confirmed !== true;
  if (isUnsure && !(await isKnownOwner(context.reader, body.owner)))
    throw refusalOf(assignFollowUp, 'unknown-owner', {
      detail: `No one has signed in as ${body.owner} yet. Check the spelling, or assign it anyway.`,
    });
  const actorEmail = context.actor.kind === 'person' ? context.actor.email : null;
  return changeLog(logs, context, params.id, 'ra-log.assign-follow-up', assign, (unit, before, after) =>
    enqueueAssignment(unit, { before, after, actorEmail }),
  );
}

export function handleCloseFollowUp(
  logs: RaLogs,
  context: Context,
  { params, body }: CallInput<typeof closeFollowUp>,
): Answer {
  const closer = { personId: context.actor.id, name: context.actor.name };
  const close = async (unit: UnitOfWork, log: LogRow) => {
    unit.demand(mayClose(context.actor, log, logs.timeZone));
    return noteClosing(unit.transaction, log.id, { closingNote: body.closingNote, closer });
  };
  return changeLog(logs, context, params.id, 'ra-log.close-follow-up', close, (unit, _before, after) =>
    enqueueClosing(unit, after, context.actor),
  );
}

/**
 * Changes a log that no one else can change in the meantime.
 * @param work Returns whether the row was changed.
 * @param follow What follows from it, within the same change.
 */
async function changeLog(
  logs: RaLogs,
  { actor, change }: Context,
  id: string,
  action: `ra-log.${string}`,
  work: (unit: UnitOfWork, log: LogRow) => Promise<boolean>,
  follow?: (unit: UnitOfWork, before: LogRow, after: LogRow) => Promise<void>,
): Answer {
  return change(async (unit) => {
    const before = await lockLog(unit.transaction, id);
    if (before === undefined) throw notFound(noSuchLog);
    const hasChanged = await work(unit, before);
    const after = await findLog(unit.transaction, id);
    if (!hasChanged || after === undefined) throw new Error('A locked log changed by itself.');
    auditLog(unit, action, before, after);
    await follow?.(unit, before, after);
    return { data: presentLog(after, actor, logs.timeZone) };
  });
}

/** The account's name as reviews have it: `rosalie.fenn.hale`. */
function reviewerOf(actor: SignedInActor): Author {
  const name = actor.name.trim().toLowerCase().split(/\s+/).join('.');
  return { personId: actor.id, name };
}
