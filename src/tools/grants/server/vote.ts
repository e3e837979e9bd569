import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { nameOf, type PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import type * as calls from '../contract.ts';
import { auditApplication } from './audit.ts';
import { counted, lockCase, type WholeCase } from './case.ts';
import type { Grants } from './grants.ts';
import { presentDetails } from './present.ts';
import { mayRecuse, mayVote } from './rules.ts';
import { seatOf, takeSeat } from './seats.ts';
import { type ApproverRow, type Choice, grantTables } from './tables.ts';

type Context = CallContext<PersonActor>;

/** The name and the address are the session's, whatever the body says. */
export function handleApprove(
  grants: Grants,
  context: Context,
  { params: { id } }: CallInput<typeof calls.approveApplication>,
): Promise<CallReply<typeof calls.approveApplication>> {
  return castVote(grants, context, id, 'approve', '');
}

export function handleDecline(
  grants: Grants,
  context: Context,
  { params: { id }, body: { reason } }: CallInput<typeof calls.declineApplication>,
): Promise<CallReply<typeof calls.declineApplication>> {
  return castVote(grants, context, id, 'decline', reason);
}

function castVote(grants: Grants, { actor, change }: Context, id: string, choice: Choice, reason: string) {
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    const { application } = subject;
    unit.demand(mayVote(actor, subject), application);
    const seats = await sitDown(unit, actor, subject);
    const vote = await grantTables(unit.transaction)
      .insertInto('grant_votes')
      .values({
        id: uuid(),
        application_id: id,
        round: application.round,
        voter_id: actor.id,
        voter_name: nameOf(actor),
        voter_email: actor.email,
        choice,
        reason,
        at: sql<Date>`clock_timestamp()`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    auditApplication(unit, 'vote', application, null, { choice, text: reason, round: application.round });
    const after = counted({ ...subject, seats, votes: [...subject.votes, vote] });
    return { data: await presentDetails(unit.transaction, actor, after, grants) };
  });
}

export function handleRecuse(
  grants: Grants,
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.recuseFromApplication>,
): Promise<CallReply<typeof calls.recuseFromApplication>> {
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    unit.demand(mayRecuse(actor, subject), subject.application);
    const seats = await sitDown(unit, actor, subject);
    const recusal = await grantTables(unit.transaction)
      .insertInto('grant_recusals')
      .values({
        application_id: id,
        voter_id: actor.id,
        voter_name: nameOf(actor),
        at: sql<Date>`clock_timestamp()`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    auditApplication(unit, 'recuse', subject.application, null, { round: subject.application.round });
    const after = counted({ ...subject, seats, recusals: [...subject.recusals, recusal] });
    return { data: await presentDetails(unit.transaction, actor, after, grants) };
  });
}

/** @returns the list of approvers with this person's account on it */
async function sitDown(
  { transaction }: UnitOfWork,
  actor: PersonActor,
  { seats }: WholeCase,
): Promise<readonly ApproverRow[]> {
  const own = seatOf(seats, actor);
  if (own === undefined) return seats;
  await takeSeat(transaction, own, actor.id);
  return seats.map((seat) => (seat.id === own.id ? { ...seat, person_id: actor.id } : seat));
}
