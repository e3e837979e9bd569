import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { readApplication } from '../contract.ts';
import { reportingState } from './moves.ts';
import { findApplication, lockApplication, selectRecusals, selectVotes } from './queries.ts';
import { findReport } from './report-queries.ts';
import type { Case } from './rules.ts';
import { holdApprovers, selectApprovers } from './seats.ts';
import type { ApplicationRow, ApproverRow, RecusalRow, VoteRow } from './tables.ts';
import { tallyOf } from './tally.ts';

export interface WholeCase extends Case {
  votes: VoteRow[];
  recusals: RecusalRow[];
}

/** An application that stays unchanged until the transaction ends, as does the list of approvers. @throws Refusal `unknown` */
export async function lockCase({ transaction }: UnitOfWork, id: string): Promise<WholeCase> {
  const application = await lockApplication(transaction, id);
  if (application === undefined) throw refusalOf(readApplication, 'unknown');
  return complete(transaction, application, await holdApprovers(transaction));
}

/** @throws Refusal `unknown` */
export async function readCase(reader: Reader, id: string): Promise<WholeCase> {
  const application = await findApplication(reader, id);
  if (application === undefined) throw refusalOf(readApplication, 'unknown');
  return complete(reader, application, await selectApprovers(reader));
}

async function complete(
  reader: Reader,
  application: ApplicationRow,
  seats: ApproverRow[],
): Promise<WholeCase> {
  const votes = await selectVotes(reader, [application.id]);
  const recusals = await selectRecusals(reader, [application.id]);
  const report = application.state === reportingState ? await findReport(reader, application.id) : undefined;
  return counted({ application, seats, votes, recusals, report });
}

/** A case whose votes are counted. A write that changed a part of it need not read the rest again. */
export function counted(parts: Omit<WholeCase, 'tally'>): WholeCase {
  const { application, seats, votes, recusals } = parts;
  return { ...parts, tally: tallyOf(application, seats, votes, recusals) };
}
