import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { invalid } from '../../../platform/server/refusal/refusal.ts';
import { withinLimit } from '../../../platform/server/throttle/within-limit.ts';
import { dayOf, sayDate } from '../../../platform/server/time/time.ts';
import { type WholeApplication, wholeApplication } from '../contract/field-shapes.ts';
import { amountFields, ofEach, purposeFields, totalCentsOf } from '../contract/fields.ts';
import * as calls from '../contract.ts';
import { auditApplication } from './audit.ts';
import { counted, type WholeCase } from './case.ts';
import { endDraft } from './drafts.ts';
import { fiscalYearOf } from './fiscal-year.ts';
import type { Grants } from './grants.ts';
import { addMessage } from './history.ts';
import { notify } from './notify.ts';
import { presentDetails } from './present.ts';
import { foldApplication } from './queries.ts';
import { mayMove } from './rules.ts';
import { foldEmail, selectApprovers } from './seats.ts';
import { type Amounts, grantTables } from './tables.ts';

type Context = CallContext<PersonActor>;

/** What is stored of a form. The sum is computed here, whatever was sent. */
function columnsOf(body: WholeApplication, { fiscalYearStartsIn }: Grants) {
  const amounts: Amounts = ofEach(amountFields, (name) => Math.round(body[name] * 100));
  return {
    department: body.department,
    title: body.titleOfProfessionalMeeting,
    link: body.conferenceLink,
    narrative: body.briefNarrativeOfProposedActivities,
    starts_on: body.startDateOfProposedActivity,
    ends_on: body.endDateOfProposedActivity,
    purposes: purposeFields.filter(({ name }) => body[name]).map(({ name }) => name),
    amounts: JSON.stringify(amounts),
    total_cents: totalCentsOf(body),
    fiscal_year: fiscalYearOf(body.startDateOfProposedActivity, fiscalYearStartsIn),
  };
}

/** The end comes after the start, so only the start can be too early. */
function demandNotBefore(firstDay: string, body: WholeApplication): void {
  if (body.startDateOfProposedActivity >= firstDay) return;
  throw invalid({ startDateOfProposedActivity: `Choose ${sayDate(firstDay)} or a later day.` });
}

export function handleApply(
  grants: Grants,
  { actor, change }: Context,
  { body }: CallInput<typeof calls.applyForFunding>,
): Promise<CallReply<typeof calls.applyForFunding>> {
  demandNotBefore(dayOf(Date.now(), grants.timeZone), body);
  const refuse = (retryAfterSeconds: number) =>
    refusalOf(calls.applyForFunding, 'too-many-applications', { retryAfterSeconds });
  const rule = { limit: grants.applicationsPerHour, windowSeconds: 3_600 };
  const limit = { throttle: grants.throttle, key: `grants application:${actor.id}`, rule, refuse };
  return withinLimit(limit, () => change((unit) => apply(grants, unit, actor, body)));
}

async function apply(
  grants: Grants,
  unit: UnitOfWork,
  actor: PersonActor,
  body: CallInput<typeof calls.applyForFunding>['body'],
): Promise<CallReply<typeof calls.applyForFunding>> {
  unit.demand(byPermission);
  const columns = columnsOf(body, grants);
  const applicant = { applicant_name: actor.name, applicant_email: actor.email };
  const row = await grantTables(unit.transaction)
    .insertInto('grant_applications')
    .values({
      id: uuid(),
      applicant_id: actor.id,
      ...applicant,
      folded_email: foldEmail(actor.email),
      folded: foldApplication({ ...columns, ...applicant }),
      state: 'Pending',
      round: 1,
      decided_at: null,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const step = { applicationId: row.id, fromCommittee: false, text: '', state: 'Pending' } as const;
  const messageId = await addMessage(unit, actor, step);
  const [seats, hadDraft] = await Promise.all([
    selectApprovers(unit.transaction),
    body.draft === undefined || endDraft(unit, body.draft, actor.id, body.draftVersion),
  ]);
  // Another tab has submitted it already: this would be the same application twice.
  if (!hadDraft) throw refusalOf(calls.applyForFunding, 'draft-gone');
  auditApplication(unit, 'submit', row, null, row);
  const subject = counted({ application: row, seats, votes: [], recusals: [], report: undefined });
  await notify(unit, messageId, subject, { fromCommittee: false });
  return { data: await presentDetails(unit.transaction, actor, subject, grants) };
}

/** A returned application, resubmitted: votes on the earlier version do not count for this one. */
export async function resubmit(
  grants: Grants,
  unit: UnitOfWork,
  actor: PersonActor,
  subject: WholeCase,
  body: CallInput<typeof calls.editApplication>['body'],
): Promise<void> {
  const { application: before } = subject;
  unit.demand(mayMove(actor, subject, 'Pending'), before);
  const whole = demandWhole(body);
  demandNotBefore(dayOf(before.first_submitted_at, grants.timeZone), whole);
  const columns = columnsOf(whole, grants);
  const after = await grantTables(unit.transaction)
    .updateTable('grant_applications')
    .set({
      ...columns,
      folded: foldApplication({ ...before, ...columns }),
      state: 'Pending',
      round: before.round + 1,
      submitted_at: sql<Date>`now()`,
      changed_at: sql<Date>`now()`,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const messageId = await addMessage(unit, actor, {
    applicationId: before.id,
    fromCommittee: false,
    text: body.comment ?? '',
    state: 'Pending',
  });
  await notify(unit, messageId, subject, { fromCommittee: false });
  await endDraft(unit, before.id, actor.id, body.draftVersion);
  auditApplication(unit, 'submit', before, before, { ...after, text: body.comment ?? '' });
}

function demandWhole(body: CallInput<typeof calls.editApplication>['body']): WholeApplication {
  const { success, data, error } = wholeApplication.safeParse(body);
  if (success) return data;
  // The first problem with a field, as everywhere.
  const faults = error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  throw invalid(Object.fromEntries(faults.toReversed()));
}
