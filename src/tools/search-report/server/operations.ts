import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { countSignIns, type readSearchForm, type SearchQuestion, searchSignIns } from '../contract.ts';
import { EngineFailure } from './events/sign-in-events.ts';
import { type Answer, makeCsv, nameFile, readKeptSince, type SearchReports, toQuestion } from './search.ts';

export async function handleReadForm(reports: SearchReports): Promise<CallReply<typeof readSearchForm>> {
  return { data: { keptSince: await readKeptSince(reports) } };
}

export async function handleCount(
  reports: SearchReports,
  context: CallContext,
  { body }: CallInput<typeof countSignIns>,
): Promise<CallReply<typeof countSignIns>> {
  const { people, keptSince } = await answerInTime(reports, context, countSignIns, body);
  return { data: { people, keptSince } };
}

export async function handleSearch(
  reports: SearchReports,
  context: CallContext,
  { body }: CallInput<typeof searchSignIns>,
): Promise<Download> {
  const { csv, people, keptSince } = await answerInTime(reports, context, searchSignIns, body);
  await context.change(async (unit) => {
    unit.demand(byPermission);
    noteReport(unit, body, people);
  });
  return { fileName: nameFile(body, keptSince), body: csv };
}

interface Recording {
  record: (entry: {
    action: string;
    subject: { type: string; id: string; columns: Record<string, 'plain'> };
    after: Record<string, unknown>;
  }) => void;
}

/** Who asked what about whom, and how many there were. */
function noteReport(unit: Recording, question: SearchQuestion, people: number): void {
  const { domain, inclusion, exclusion } = question;
  unit.record({
    action: 'search-report.export',
    subject: {
      type: 'search-report',
      id: domain,
      columns: { inclusion: 'plain', exclusion: 'plain', people: 'plain' },
    },
    after: {
      inclusion: `${inclusion.start} to ${inclusion.end}`,
      exclusion: `${exclusion.start} to ${exclusion.end}`,
      people,
    },
  });
}

async function answerInTime(
  reports: SearchReports,
  { log }: CallContext,
  call: typeof countSignIns | typeof searchSignIns,
  question: SearchQuestion,
): Promise<Answer> {
  const limit = AbortSignal.timeout(reports.patience);
  try {
    return await makeCsv(reports, toQuestion(question, reports.timeZone), limit);
  } catch (error) {
    if (limit.aborted) throw refusalOf(call, 'takes-too-long');
    if (!(error instanceof EngineFailure)) throw error;
    log.warn({ reason: error.message }, 'The search engine gave no complete answer.');
    throw refusalOf(call, 'engine-down', { cause: error });
  }
}
