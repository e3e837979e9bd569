import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import { onOneConnection } from '../../../platform/server/db/database.ts';
import { findByEmail } from '../../../platform/server/directory/lookup.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type * as calls from '../contract.ts';
import { readCase } from './case.ts';
import type { Grants } from './grants.ts';
import { presentApplication, presentDetails } from './present.ts';
import { type ApplicationFilter, countApplications, selectApplications, selectVotes } from './queries.ts';
import { selectOpenReports } from './report-queries.ts';
import { isOnCommittee, mayRead } from './rules.ts';
import { foldEmail, selectApprovers } from './seats.ts';

type Context = CallContext<PersonActor>;

export async function handleListApplications(
  { totals }: Grants,
  { reader, actor }: Context,
  { query: { paging, submittedBy = '', approvalStatus = '' } }: CallInput<typeof calls.listApplications>,
): Promise<CallReply<typeof calls.listApplications>> {
  if (paging === null) return { ...noPage, data: [] };
  const seesAll = isOnCommittee(actor, await selectApprovers(reader));
  // A person's own address means only that person, not everyone whose address contains it.
  const meansSelf = foldEmail(submittedBy) === foldEmail(actor.email);
  const filter: ApplicationFilter = {
    applicantId: seesAll && !meansSelf ? null : actor.id,
    email: meansSelf ? '' : submittedBy,
    state: approvalStatus,
  };
  const total = await totals.read(JSON.stringify(filter), () => countApplications(reader, filter));
  const page = await readPage(paging, total, (slice) => selectApplications(reader, filter, slice));
  const votes = await selectVotes(
    reader,
    page.data.map(({ id }) => id),
  );
  return { ...page, data: page.data.map((row) => presentApplication(row, votes)) };
}

export async function handleReadApplication(
  grants: Grants,
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.readApplication>,
): Promise<CallReply<typeof calls.readApplication>> {
  return onOneConnection(reader, async (one) => {
    const subject = await readCase(one, id);
    demandAllowed(mayRead(actor, subject));
    return { data: await presentDetails(one, actor, subject, grants) };
  });
}

export async function handleReadApplicationForm(
  grants: Grants,
  { reader, actor }: Context,
): Promise<CallReply<typeof calls.readApplicationForm>> {
  const entry = await findByEmail(reader, actor, actor.email);
  const { meals, mileage, timeZone } = grants;
  const openReports = await selectOpenReports(reader, actor.id, grants);
  const firstDay = dayOf(Date.now(), timeZone);
  return { data: { department: entry?.department ?? '', firstDay, meals, mileage, openReports } };
}
