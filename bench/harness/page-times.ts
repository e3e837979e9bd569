import { ask } from '../../harness/ask.ts';
import { type Quad, startQuad } from '../../harness/quad.ts';
import { addressOf, type ListAnswer, type ListSubject, pageSize } from '../tools/list-subject.ts';
import { logsStatements, openStatementLog, type Statement } from './statements.ts';
import { spreadOf } from './statistics.ts';

/** Milliseconds that PostgreSQL spent on one page, for each time it was read. */
export interface PageTime {
  query: Record<string, string>;
  page: number;
  /** The total. */
  sql: number[];
  /** The part spent counting. */
  counting: number[];
}

export interface PageReader {
  /** Reads a page once and adds its time. */
  read(time: PageTime): Promise<ListAnswer>;
  quad: Quad;
  stop(): Promise<void>;
}

export function pageTime(query: Record<string, string>, page: number): PageTime {
  return { query, page, sql: [], counting: [] };
}

/** The name of a page in a table. */
export function nameOf({ query, page }: PageTime): string {
  const filters = Object.entries(query).map(([name, value]) => `${name} "${value}"`);
  return `${filters.join(', ') || 'no filter'}, page ${page.toLocaleString('en-US')}`;
}

/** For the results file: each page with its medians. */
export function summaryOf(time: PageTime) {
  return { page: nameOf(time), sql: spreadOf(time.sql), counting: spreadOf(time.counting) };
}

/** The page with the worst median. */
export function worstOf(times: readonly PageTime[]): PageTime {
  const [worst] = times.toSorted((one, other) => spreadOf(other.sql).median - spreadOf(one.sql).median);
  if (worst === undefined) throw new Error('No page was measured.');
  return worst;
}

/** Starts a Quad whose PostgreSQL logs how long each statement took. */
export async function openPageReader(subject: ListSubject, dataFolder: string): Promise<PageReader> {
  const quad = await startQuad({ dataFolder, environment: logsStatements });
  const cookie = await quad.signIn(subject.person);
  const log = openStatementLog(quad);
  return {
    quad,
    stop: quad.stop,
    async read(time) {
      let body = '';
      const all = await log.during(async () => {
        const address = addressOf(subject, time.query, time.page);
        const answer = await ask(`${quad.url}${address}`, { headers: { cookie } });
        if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.body}`);
        body = answer.body;
      });
      const own = all.filter(({ text }) => subject.statements.test(text));
      time.sql.push(sumOf(own));
      time.counting.push(sumOf(own.filter(countsRows)));
      const answer: ListAnswer = JSON.parse(body);
      assertRows(answer, time);
      return answer;
    },
  };
}

/** Counting statements start like this in every tool, or use the counts per month. */
function countsRows({ text }: Statement): boolean {
  return /^\s*select\s+(count\(|.*_count_changes)/is.test(text);
}

function sumOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

function assertRows({ data, meta }: ListAnswer, time: PageTime): void {
  const expected = Math.max(0, Math.min(pageSize, meta.total - (time.page - 1) * pageSize));
  if (data.length !== expected) {
    throw new Error(`${nameOf(time)} has ${data.length} rows instead of ${expected} of ${meta.total}.`);
  }
}
