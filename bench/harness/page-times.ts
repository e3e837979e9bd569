import { ask } from '../../harness/ask.ts';
import { type Quad, startQuad } from '../../harness/quad.ts';
import { addressOf, type ListAnswer, type ListSubject, pageSize } from '../tools/list-subject.ts';
import { logsStatements, openStatementLog, type Statement } from './statements.ts';
import { spreadOf } from './statistics.ts';

/** Milliseconds that PostgreSQL spends on one page: on its rows, and on counting when it has to. */
export interface PageTime {
  query: Record<string, string>;
  page: number;
  rows: number[];
  /** Empty when the total was remembered each time. */
  total: number[];
}

export interface PageReader {
  /** Reads a page once and adds what it took. */
  read(time: PageTime): Promise<ListAnswer>;
  quad: Quad;
  stop(): Promise<void>;
}

export function pageTime(query: Record<string, string>, page: number): PageTime {
  return { query, page, rows: [], total: [] };
}

/** What a page is called in a table. */
export function nameOf({ query, page }: PageTime): string {
  const filters = Object.entries(query).map(([name, value]) => `${name} "${value}"`);
  return `${filters.join(', ') || 'no filter'}, page ${page.toLocaleString('en-US')}`;
}

/** For the file of results: each page with its medians. */
export function summaryOf(time: PageTime) {
  const median = (values: readonly number[]) => (values.length === 0 ? null : spreadOf(values).median);
  return { page: nameOf(time), rows: median(time.rows), total: median(time.total) };
}

/** Starts a Quad whose PostgreSQL tells what each statement took. */
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
      const counting = own.filter(countsRows);
      time.rows.push(sumOf(own.filter((statement) => !countsRows(statement))));
      if (counting.length > 0) time.total.push(sumOf(counting));
      const answer: ListAnswer = JSON.parse(body);
      assertRows(answer, time);
      return answer;
    },
  };
}

function countsRows({ text }: Statement): boolean {
  return /^\s*select\s+(count|sum|coalesce\(sum)\(/i.test(text);
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
