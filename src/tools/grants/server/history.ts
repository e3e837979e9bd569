import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { nameOf, type PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { sendUnawaited } from '../../../platform/server/db/pipelined-dialect.ts';
import type { ApplicationState, HistoryEntry } from '../contract/shapes.ts';
import type { WholeCase } from './case.ts';
import { selectMessages } from './queries.ts';
import { grantTables, type MessageRow, type SubmittedReportState } from './tables.ts';

interface NewMessage {
  applicationId: string;
  fromCommittee: boolean;
  text: string;
  state: ApplicationState | null;
  report?: SubmittedReportState;
}

/** Adds a step, or a message, to the history of an application. @returns its id */
export async function addMessage(
  unit: UnitOfWork,
  actor: PersonActor,
  { applicationId, fromCommittee, text, state, report }: NewMessage,
): Promise<string> {
  const id = uuid();
  const message = grantTables(unit.transaction)
    .insertInto('grant_messages')
    .values({
      id,
      // Not the start of the transaction: it may have waited for another step, and comes after it.
      at: sql<Date>`clock_timestamp()`,
      application_id: applicationId,
      author_id: actor.id,
      author_name: nameOf(actor),
      from_committee: fromCommittee,
      text,
      state,
      report: report ?? null,
    });
  await sendUnawaited(unit.transaction, message.compile());
  return id;
}

/** Everything that happened, oldest first. Votes are only for the committee. */
export async function readHistory(
  reader: Reader,
  { application, votes, recusals }: WholeCase,
  isOnCommittee: boolean,
): Promise<HistoryEntry[]> {
  const said = (await selectMessages(reader, application.id)).map(presentMessage);
  if (!isOnCommittee) return said;
  const voted = votes.map(
    ({ id, at, voter_name, reason, choice, round }): HistoryEntry => ({
      id,
      at: at.toISOString(),
      by: voter_name,
      fromCommittee: true,
      text: reason,
      state: null,
      report: null,
      vote: choice,
      isVoid: round !== application.round,
    }),
  );
  const left = recusals.map(
    ({ voter_id, at, voter_name }): HistoryEntry => ({
      id: voter_id,
      at: at.toISOString(),
      by: voter_name,
      fromCommittee: true,
      text: '',
      state: null,
      report: null,
      vote: 'recused',
      isVoid: false,
    }),
  );
  return [...said, ...voted, ...left].sort((one, other) => one.at.localeCompare(other.at));
}

function presentMessage({
  id,
  at,
  author_name,
  from_committee,
  text,
  state,
  report,
}: MessageRow): HistoryEntry {
  return {
    id,
    at: at.toISOString(),
    by: author_name,
    fromCommittee: from_committee,
    text,
    state,
    report,
    vote: null,
    isVoid: false,
  };
}
