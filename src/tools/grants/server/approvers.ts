import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission, demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { AffectedApplication } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { auditApprover } from './audit.ts';
import { presentApprover } from './present.ts';
import { selectPending, selectRecusals, selectVotes } from './queries.ts';
import { maySeeApprovers, maySeeVotes } from './rules.ts';
import { findPersonId, foldEmail, lockApprovers, selectApprovers } from './seats.ts';
import { grantTables } from './tables.ts';
import { isUnanimous, type Tally, tallyOf } from './tally.ts';

type Context = CallContext<PersonActor>;

export async function handleListApprovers({
  reader,
  actor,
}: Context): Promise<CallReply<typeof calls.listApprovers>> {
  demandAllowed(maySeeApprovers(actor));
  return { data: (await selectApprovers(reader)).map(presentApprover) };
}

export function handleAddApprover(
  { change }: Context,
  { body: { fullName, email, required } }: CallInput<typeof calls.addApprover>,
): Promise<CallReply<typeof calls.addApprover>> {
  return change(async (unit) => {
    unit.demand(byPermission);
    const seats = await lockApprovers(unit.transaction);
    const folded = foldEmail(email);
    const personId = await findPersonId(unit.transaction, email);
    if (
      seats.some((seat) => seat.folded_email === folded || (personId !== null && seat.person_id === personId))
    ) {
      const { detail } = calls.addApprover.refusals.duplicate;
      throw refusalOf(calls.addApprover, 'duplicate', { fields: { email: detail } });
    }
    const row = await grantTables(unit.transaction)
      .insertInto('grant_approvers')
      .values({ id: uuid(), full_name: fullName, email, folded_email: folded, required, person_id: personId })
      .returningAll()
      .executeTakeFirstOrThrow();
    auditApprover(unit, 'add', { before: null, after: row });
    return { data: presentApprover(row) };
  });
}

export function handleRemoveApprover(
  { change }: Context,
  { params: { id } }: CallInput<typeof calls.removeApprover>,
): Promise<void> {
  return change(async (unit) => {
    unit.demand(byPermission);
    const seat = (await lockApprovers(unit.transaction)).find((one) => one.id === id);
    if (seat === undefined) throw refusalOf(calls.removeApprover, 'unknown');
    await grantTables(unit.transaction).deleteFrom('grant_approvers').where('id', '=', id).execute();
    auditApprover(unit, 'remove', { before: seat, after: null });
  });
}

const mostNamed = 20;

/**
 * Pending applications that are waiting for this seat, or that it has voted on. What becomes of one tells how people
 * voted, so the others are only counted.
 */
export async function handleReadApproverEffects(
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.readApproverEffects>,
): Promise<CallReply<typeof calls.readApproverEffects>> {
  const seats = await selectApprovers(reader);
  if (!seats.some((seat) => seat.id === id)) throw refusalOf(calls.readApproverEffects, 'unknown');
  const others = seats.filter((seat) => seat.id !== id);
  const pending = await selectPending(reader);
  const ids = pending.map((application) => application.id);
  const votes = Map.groupBy(await selectVotes(reader, ids), (vote) => vote.application_id);
  const recusals = Map.groupBy(await selectRecusals(reader, ids), (recusal) => recusal.application_id);
  let total = 0;
  const named = pending.flatMap((application): AffectedApplication[] => {
    const its = [votes.get(application.id) ?? [], recusals.get(application.id) ?? []] as const;
    const before = tallyOf(application, seats, ...its);
    const own = before.seats.find(({ seat }) => seat.id === id);
    if (own?.excluded !== null) return [];
    total += 1;
    if (!maySeeVotes(actor, { application, seats })) return [];
    const after = tallyOf(application, others, ...its);
    const { title, applicant_name: applicant } = application;
    const becomes = whatBecomes(before, after) ?? (own.vote === null ? 'waits-for-others' : 'loses-the-vote');
    return [{ _id: application.id, title, applicant, becomes }];
  });
  return { data: named.slice(0, mostNamed), total };
}

/** @returns `undefined` if the same moves are possible as before */
function whatBecomes(before: Tally, after: Tally): AffectedApplication['becomes'] | undefined {
  if (after.counting === 0) return 'no-one-left';
  if (isUnanimous(after, 'approve') && !isUnanimous(before, 'approve')) return 'can-be-approved';
  if (isUnanimous(after, 'decline') && !isUnanimous(before, 'decline')) return 'can-be-declined';
}
