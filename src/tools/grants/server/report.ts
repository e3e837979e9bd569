import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { ofEach, spentFields, totalCentsOf } from '../contract/fields.ts';
import type { NewReport } from '../contract/report-shapes.ts';
import * as calls from '../contract.ts';
import { adoptFiles } from './attachments.ts';
import { auditReport } from './audit.ts';
import { lockCase, readCase } from './case.ts';
import { endDraft } from './drafts.ts';
import type { Grants } from './grants.ts';
import { addMessage } from './history.ts';
import { reportMoves } from './moves.ts';
import { notify } from './notify.ts';
import { presentDetails } from './present.ts';
import { mayMoveReport, reportStateOf } from './report-rules.ts';
import { seatOf, takeSeat } from './seats.ts';
import { grantTables, type ReportRow } from './tables.ts';

type Context = CallContext<PersonActor>;
type Reporting = CallInput<typeof calls.submitReport> & { files: { receipts: StoredUpload[] } };

/** What is stored of a report. The sum is computed here. */
function columnsOf(body: NewReport) {
  const amounts: ReportRow['amounts'] = ofEach(spentFields, (name) => Math.round(body[name] * 100));
  return { text: body.text, amounts: JSON.stringify(amounts), total_cents: totalCentsOf(body) };
}

/** What came of an activity and what it cost, the first time and after it was returned. */
export function handleSubmitReport(
  grants: Grants,
  { actor, change }: Context,
  { params: { id }, body, files }: Reporting,
): Promise<CallReply<typeof calls.submitReport>> {
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    const { application, report: before } = subject;
    unit.demand(mayMoveReport(actor, subject, 'Submitted'), application);
    const columns = { ...columnsOf(body), state: 'Submitted' as const };
    await adoptFiles(unit, id, files.receipts, true);
    await endDraft(unit, id, actor.id, body.draftVersion);
    const after = await grantTables(unit.transaction)
      .insertInto('grant_reports')
      .values({ application_id: id, ...columns })
      .onConflict((conflict) =>
        conflict
          .column('application_id')
          .doUpdateSet({ ...columns, submitted_at: sql<Date>`now()`, changed_at: sql<Date>`now()` }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await grantTables(unit.transaction)
      .updateTable('grant_applications')
      .set({ version: application.version + 1 })
      .where('id', '=', id)
      .execute();
    const step = { applicationId: id, fromCommittee: false, text: '', state: null };
    const messageId = await addMessage(unit, actor, { ...step, report: 'Submitted' });
    await notify(unit, messageId, subject, { fromCommittee: false });
    auditReport(unit, 'submit', application, before ?? null, { ...after, files: files.receipts.length });
    const now = await readCase(unit.transaction, id);
    return { data: await presentDetails(unit.transaction, actor, now, grants) };
  });
}

/** Accepted, the actual amounts count instead of the approved ones; returned, the applicant submits it once more. */
export function handleDecideReport(
  grants: Grants,
  { actor, change }: Context,
  { params: { id }, body: { state, comment: text = '' } }: CallInput<typeof calls.decideReport>,
): Promise<CallReply<typeof calls.decideReport>> {
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    const { application, report, seats } = subject;
    unit.demand(mayMoveReport(actor, subject, state), application);
    if (reportMoves[state].says === 'comment' && text === '') {
      const { detail } = calls.decideReport.refusals['comment-required'];
      throw refusalOf(calls.decideReport, 'comment-required', { fields: { comment: detail } });
    }
    const seat = seatOf(seats, actor);
    if (seat !== undefined) await takeSeat(unit.transaction, seat, actor.id);
    const tables = grantTables(unit.transaction);
    await tables
      .updateTable('grant_reports')
      .set({ state, changed_at: sql<Date>`now()` })
      .where('application_id', '=', id)
      .execute();
    const spent = state === 'Accepted' ? (report?.total_cents ?? null) : null;
    await tables
      .updateTable('grant_applications')
      .set({ version: application.version + 1, spent_cents: spent })
      .where('id', '=', id)
      .execute();
    const step = { applicationId: id, fromCommittee: true, text, state: null };
    const messageId = await addMessage(unit, actor, { ...step, report: state });
    await notify(unit, messageId, subject, { fromCommittee: true });
    const before = { report_state: reportStateOf(subject), spent_cents: application.spent_cents };
    const after = { report_state: state, spent_cents: spent };
    auditReport(unit, 'decide', application, before, { ...after, comment: text });
    const now = await readCase(unit.transaction, id);
    return { data: await presentDetails(unit.transaction, actor, now, grants) };
  });
}
