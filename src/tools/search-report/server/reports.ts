import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { hasOpenJob } from '../../../platform/server/jobs/open-job.ts';
import { readNewest } from '../../../platform/server/list/page.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import {
  downloadReport,
  type listReports,
  type Report,
  type SearchQuestion,
  type startReport,
} from '../contract.ts';
import { reportKind } from './make-report.ts';
import { nameFile } from './search.ts';
import { type ReportRow, readIn, writeIn } from './tables.ts';

type Context = CallContext<PersonActor>;
const shown = [
  'id',
  'asked_by',
  'asked_at',
  'question',
  'state',
  'read',
  'total',
  'people',
  'kept_since',
  'reason',
  'ended_at',
] as const;
type ShownRow = Pick<ReportRow, (typeof shown)[number]>;

export async function handleListReports(
  { reader }: Context,
  { query: { paging } }: CallInput<typeof listReports>,
): Promise<CallReply<typeof listReports>> {
  const reports = readIn(reader)
    .selectFrom('search_reports')
    .select(shown)
    .select(hasOpenJob(reportKind, sql.ref('search_reports.id')).as('is_open'));
  const page = await readNewest(reports, 'asked_at', paging);
  return { ...page, data: page.data.map((row) => present(row.is_open ? row : givenUp(row))) };
}

/** The same question was started a moment ago, and its report is not ready. */
class AlreadyStarted extends Error {
  readonly row: ShownRow;

  constructor(row: ShownRow) {
    super();
    this.row = row;
  }
}

/** Starts a report, or returns the one that the same person has started and that is not ready yet. */
export async function handleStartReport(
  { actor, change }: Context,
  { body }: CallInput<typeof startReport>,
): Promise<CallReply<typeof startReport>> {
  try {
    return await change(async (unit) => {
      unit.demand(byPermission);
      const question = JSON.stringify(body);
      const earlier = await findUnfinished(unit.transaction, actor.id, question);
      if (earlier !== undefined) throw new AlreadyStarted(earlier);
      const row = await writeIn(unit.transaction)
        .insertInto('search_reports')
        .values({
          id: uuid(),
          asked_by_id: actor.id,
          asked_by: actor.name,
          question,
          people: null,
          kept_since: null,
          csv: null,
          reason: null,
          ended_at: null,
        })
        .returning(shown)
        .executeTakeFirstOrThrow();
      await unit.enqueue(reportKind, { id: row.id });
      const columns = { domain: 'plain', inclusion: 'plain', exclusion: 'plain' } as const;
      unit.record({
        action: 'search-report.start',
        subject: { type: 'search-report', id: row.id, columns },
        after: body,
      });
      return { data: present(row) };
    });
  } catch (error) {
    if (error instanceof AlreadyStarted) return { data: present(error.row) };
    throw error;
  }
}

/** Until the transaction ends, the same person's next one waits, so that many at once are one report. */
async function findUnfinished(transaction: WriteTransaction, personId: string, question: string) {
  await lockByName(transaction, `search-report.${personId}`);
  return readIn(transaction)
    .selectFrom('search_reports')
    .select(shown)
    .where('asked_by_id', '=', personId)
    .where('state', 'in', ['waiting', 'running'])
    .where('question', '=', sql<SearchQuestion>`${question}::jsonb`)
    .where(hasOpenJob(reportKind, sql.ref('search_reports.id')))
    .executeTakeFirst();
}

export async function handleDownload(
  { reader }: Context,
  { params: { id } }: CallInput<typeof downloadReport>,
): Promise<Download> {
  const row = await readIn(reader)
    .selectFrom('search_reports')
    .select(['question', 'csv', 'kept_since'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw refusalOf(downloadReport, 'unknown');
  if (row.csv === null) throw refusalOf(downloadReport, 'not-ready');
  return { fileName: nameFile(row.question, row.kept_since), body: row.csv };
}

/** No try is left, or its job ended silently: it was discarded, or its server was killed in the last try. */
function givenUp(row: ShownRow): ShownRow {
  if (row.state === 'done') return row;
  return { ...row, state: 'failed', reason: row.reason ?? 'It was stopped before it was done.' };
}

function present(row: ShownRow): Report {
  const { id, asked_by, asked_at, question, state, read, total, people, kept_since, reason, ended_at } = row;
  return {
    id,
    askedBy: asked_by,
    askedAt: asked_at.toISOString(),
    question,
    state,
    read,
    total,
    people,
    keptSince: kept_since,
    reason,
    endedAt: isoOrNull(ended_at),
  };
}
