import {
  nameOf,
  openPageReader,
  type PageReader,
  type PageTime,
  pageTime,
  summaryOf,
  worstOf,
} from './harness/page-times.ts';
import { type Bench, figure, type Line, type Report, type Row } from './harness/row.ts';
import { type ListAnswer, type ListSubject, pageSize } from './tools/list-subject.ts';
import { listSubjects } from './tools/list-subjects.ts';

const rows = 1_000_000;
/** No page of any filter may take longer, in milliseconds. */
const goal = { atMost: 50 };

export const textFilter: Row = {
  name: 'text-filter',
  about: 'SQL time of the worst page of any filter by text at a million rows',
  async run(bench) {
    const reports: Report[] = [];
    for (const subject of listSubjects) reports.push(await measure(subject, bench));
    return {
      lines: reports.flatMap(({ lines }) => lines),
      remarks: reports.flatMap(({ remarks }) => remarks),
      faults: reports.flatMap(({ faults }) => faults),
      details: reports.map(({ details }) => details),
    };
  },
};

async function measure(subject: ListSubject, { rounds, data, say }: Bench): Promise<Report> {
  const reader = await openPageReader(subject, await data.withRows(subject.tool, rows));
  const { long, short, combined } = subject.texts;
  const groups = [
    { what: 'three letters and more', queries: long },
    { what: 'one or two letters', queries: short },
    ...(combined === undefined ? [] : [{ what: 'several filters', queries: combined }]),
  ];
  const lines: Line[] = [];
  const remarks: string[] = [];
  const details: unknown[] = [];
  for (const { what, queries } of groups) {
    say(`${subject.title}, ${what}: ${queries.length} filters, up to 7 pages, ${rounds} times each`);
    const news: PageTime[] = [];
    const times: PageTime[] = [];
    for (const query of queries) {
      const first = pageTime(query, 1);
      times.push(...pagesOf(query, await reader.read(first)));
      news.push(first);
    }
    for (let round = 0; round < rounds; round += 1) for (const time of times) await reader.read(time);
    details.push({ what, news: news.map(summaryOf), again: times.map(summaryOf) });
    const name = `${subject.title}, ${what}`;
    const [worst, mostExpensive] = [worstOf(times), worstOf(news)];
    lines.push(figure(`${name}: the worst page`, 'ms', worst.sql, goal));
    lines.push(figure(`${name}: the first page of a new filter`, 'ms', mostExpensive.sql, goal));
    remarks.push(
      `${name}: the worst page is ${nameOf(worst)}; the most expensive new filter is ${nameOf(mostExpensive)}.`,
    );
  }
  const faults = await checkTotals(reader, subject, [...long, ...short, ...(combined ?? [])]);
  await reader.stop();
  return { lines, remarks, faults, details };
}

/** Checks the total of each filter against SQL without index, counts, or cache. */
async function checkTotals(
  { quad, read }: PageReader,
  { plain, title }: ListSubject,
  queries: readonly Record<string, string>[],
): Promise<string[]> {
  const counts = queries.map((query) => `count(*) filter (where ${plain.condition(query)})`);
  const [row] = await quad.query<{ totals: number[] }>(
    `select array[${counts.join(', ')}]::int[] as totals from ${plain.from}`,
  );
  const faults: string[] = [];
  for (const [index, query] of queries.entries()) {
    const time = pageTime(query, 1);
    const { meta } = await read(time);
    const found = row?.totals[index];
    if (meta.total !== found)
      faults.push(`${title}, ${nameOf(time)}: Quad says ${meta.total}, SQL finds ${found}.`);
  }
  return faults;
}

/** The pages of a filter where something else may be slow: both ends, the middle, and between them. */
function pagesOf(query: Record<string, string>, { meta }: ListAnswer): PageTime[] {
  const last = Math.max(1, Math.ceil(meta.total / pageSize));
  const pages = [1, 2, 0.1 * last, 0.25 * last, 0.5 * last, 0.75 * last, last];
  const found = new Set(pages.map((page) => Math.min(last, Math.max(1, Math.round(page)))));
  return [...found].map((page) => pageTime(query, page));
}
