import { sql } from 'kysely';
import { z } from 'zod';
import { counted } from '../../../platform/contract/counted.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { addressOf } from '../../../platform/server/mail/find-address.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { SearchQuestion } from '../contract.ts';
import { searchReport } from '../tool.ts';
import { EngineFailure } from './events/sign-in-events.ts';
import { makeCsv, type SearchReports, toQuestion } from './search.ts';
import { readIn, writeIn } from './tables.ts';

export const reportKind = { name: 'search-report.make', data: z.object({ id: z.uuid() }) };

/** For one try, in seconds. */
const longest = 60 * 60;
/** Between two updates of its progress, in milliseconds. */
const pause = 1_000;

type Services = Pick<Platform, 'reader' | 'change' | 'unaudited' | 'mail' | 'publicUrl' | 'campus'>;

/** Makes a report, however long it takes, and emails a link to the person who asked. */
export function createMakeReport(services: Services, reports: SearchReports): Job {
  const { reader, unaudited } = services;
  const set = (id: string, values: ReturnType<typeof sql>) =>
    sql`update search_reports set ${values} where id = ${id} and state <> 'done'`.execute(
      unaudited('job state'),
    );

  return defineJob({
    ...reportKind,
    title: 'Make a search report',
    retries: 2,
    limitSeconds: longest,
    async run({ id }, { signal }) {
      const row = await readIn(reader)
        .selectFrom('search_reports')
        .innerJoin('people as p', 'p.id', 'search_reports.asked_by_id')
        .select(['question', 'state', 'search_reports.people as found'])
        .select(addressOf.as('email'))
        .where('search_reports.id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return 'The report no longer exists.';
      const { question, email } = row;
      let people = row.found ?? 0;
      if (row.state !== 'done') {
        await set(id, sql`state = 'running', read = 0, total = null, reason = null`);
        try {
          people = await make(id, question, signal);
        } catch (error) {
          const reason = sayFailure(error, signal);
          if (reason === null) throw error;
          // Only the queue knows whether it is tried again.
          await set(id, sql`state = 'waiting', reason = ${reason}`);
          throw error instanceof EngineFailure ? new JobFailure(`${reason} (${error.message})`) : error;
        }
      }
      if (email !== null) await notify(id, email, signal);
      return `${counted(people, 'person is', 'people are')} in the report.`;
    },
    async about(made) {
      const rows = await readIn(reader)
        .selectFrom('search_reports')
        .select(['id', 'question'])
        .where(sql<boolean>`id = any(${made.map(({ id }) => id)}::uuid[])`)
        .execute();
      const domains = new Map(rows.map(({ id, question }) => [id, question.domain]));
      return made.map(({ id }) => domains.get(id) ?? null);
    },
  });

  async function make(id: string, question: SearchQuestion, signal: AbortSignal): Promise<number> {
    let noted = Number.NEGATIVE_INFINITY;
    const note = async (read: number) => {
      if (performance.now() - noted < pause) return;
      noted = performance.now();
      await set(id, sql`read = ${read}`);
    };
    const asked = toQuestion(question, reports.timeZone);
    // Only for the percentage: a report is made without it, too.
    const total = await reports.events.countAccounts(asked, signal).catch(() => null);
    await set(id, sql`total = ${total}`);
    const { csv, people, keptSince } = await makeCsv(reports, asked, signal, note);
    await services.change.changeAsSystem('search-report.make')(async (unit) => {
      unit.demand(byPermission);
      await writeIn(unit.transaction)
        .updateTable('search_reports')
        .set({ state: 'done', csv, people, kept_since: keptSince, reason: null, ended_at: new Date() })
        .where('id', '=', id)
        .execute();
      unit.record({
        action: 'search-report.make',
        subject: { type: 'search-report', id, columns: { people: 'plain' } },
        after: { people },
      });
    });
    return people;
  }

  async function notify(id: string, to: string, signal: AbortSignal): Promise<void> {
    const { product } = services.campus;
    const page = `${services.publicUrl}${searchReport.screens.reports.path}`;
    const text = [
      'The search report that you started is ready. Sign in and download it:',
      '',
      page,
      '',
      `${product} sent this email. Replies to it are not read.`,
    ].join('\n');
    const notification = { topic: 'search-report.ready', page };
    const subject = `[${product}] Your search report is ready`;
    await services.mail.send({ key: `search-report-${id}`, to, subject, text, notification }, signal);
  }
}

/** Why a try failed; `null` if it was cut off by a stop or another instance, since the next one reports its progress. */
function sayFailure(error: unknown, { aborted, reason }: AbortSignal): string | null {
  if (aborted) return reason instanceof JobFailure ? reason.message : null;
  if (error instanceof EngineFailure) return 'The search engine gave an incomplete answer.';
  return 'It stopped with an unexpected error.';
}
