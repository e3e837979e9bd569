import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { readApplication } from '../contract.ts';
import { findApplication, lockApplication, selectRecusals, selectVotes } from './queries.ts';
import { findReport } from './report-queries.ts';
import type { Case } from './rules.ts';
import { holdApprovers, selectApprovers } from './seats.ts';
import type { RecusalRow, VoteRow } from './tables.ts';
import { tallyOf } from './tally.ts';

export interface WholeCase extends Case {
  votes: VoteRow[];
  recusals: RecusalRow[];
}

/** An application that stays unchanged until the transaction ends, as does the list of approvers. @throws Refusal `unknown` */
export async function lockCase({ transaction }: UnitOfWork, id: string): Promise<WholeCase> {
  const application = await lockApplication(transaction, id);
  if (application === undefined) throw refusalOf(readApplication, 'unknown');
  const [seats, parts] = await Promise.all([holdApprovers(transaction), readParts(transaction, id)]);
  return counted({ application, seats, ...parts });
}

/** @throws Refusal `unknown` */
export async function readCase(reader: Reader, id: string): Promise<WholeCase> {
  const [application, seats, parts] = await Promise.all([
    findApplication(reader, id),
    selectApprovers(reader),
    readParts(reader, id),
  ]);
  if (application === undefined) throw refusalOf(readApplication, 'unknown');
  return counted({ application, seats, ...parts });
}

async function readParts(
  reader: Reader,
  id: string,
): Promise<Pick<WholeCase, 'votes' | 'recusals' | 'report'>> {
  const [votes, recusals, report] = await Promise.all([
    selectVotes(reader, [id]),
    selectRecusals(reader, [id]),
    findReport(reader, id),
  ]);
  return { votes, recusals, report };
}

/** A case whose votes are counted. A write that changed a part of it need not read the rest again. */
export function counted(parts: Omit<WholeCase, 'tally'>): WholeCase {
  const { application, seats, votes, recusals } = parts;
  return { ...parts, tally: tallyOf(application, seats, votes, recusals) };
}
