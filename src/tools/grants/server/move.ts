import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { auditApplication } from './audit.ts';
import { lockCase, readCase } from './case.ts';
import { endDraft } from './drafts.ts';
import type { Grants } from './grants.ts';
import { addMessage } from './history.ts';
import { moves } from './moves.ts';
import { notify } from './notify.ts';
import { presentDetails } from './present.ts';
import { mayMove } from './rules.ts';
import { seatOf, takeSeat } from './seats.ts';
import { resubmit } from './submit.ts';
import { grantTables } from './tables.ts';

/** Moves an application to another state, or resubmits all of it. */
export function handleEditApplication(
  grants: Grants,
  { actor, change }: CallContext<PersonActor>,
  { params: { id }, body }: CallInput<typeof calls.editApplication>,
): Promise<CallReply<typeof calls.editApplication>> {
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    const { application: before, seats } = subject;
    const state = body.approvalStatus ?? 'Pending';
    if (state === 'Pending') {
      await resubmit(grants, unit, actor, subject, body);
    } else {
      unit.demand(mayMove(actor, subject, state), before);
      const { by, says } = moves[state];
      const text = body.comment ?? '';
      if (says === 'comment' && text === '') {
        const { detail } = calls.editApplication.refusals['comment-required'];
        throw refusalOf(calls.editApplication, 'comment-required', { fields: { comment: detail } });
      }
      const seat = by === 'approver' ? seatOf(seats, actor) : undefined;
      if (seat !== undefined) await takeSeat(unit.transaction, seat, actor.id);
      await grantTables(unit.transaction)
        .updateTable('grant_applications')
        .set({
          state,
          changed_at: sql<Date>`now()`,
          decided_at: state === 'Draft' ? null : sql<Date>`now()`,
          version: before.version + 1,
        })
        .where('id', '=', id)
        .execute();
      if (state === 'Withdrawn') await endDraft(unit, id, actor.id);
      const fromCommittee = by === 'approver';
      const messageId = await addMessage(unit, actor, { applicationId: id, fromCommittee, text, state });
      await notify(unit, messageId, subject, { fromCommittee });
      auditApplication(unit, 'move', before, { state: before.state }, { state, text });
    }
    const after = await readCase(unit.transaction, id);
    return { data: await presentDetails(unit.transaction, actor, after, grants) };
  });
}
