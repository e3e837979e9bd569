import {
  nameOf,
  openPageReader,
  type PageReader,
  type PageTime,
  pageTime,
  summaryOf,
} from './harness/page-times.ts';
import { type Bench, figure, type Line, type Report, type Row } from './harness/row.ts';
import { spreadOf } from './harness/statistics.ts';
import { type ListSubject, pageSize } from './tools/list-subject.ts';
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
      faults: [],
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
    const times: PageTime[] = [];
    for (const query of queries) times.push(...(await pagesOf(reader, query)));
    for (let round = 0; round < rounds; round += 1) for (const time of times) await reader.read(time);
    details.push(...times.map(summaryOf));
    const name = `${subject.title}, ${what}`;
    const worst = worstOf(times, ({ rows: taken }) => taken);
    lines.push(figure(`${name}: rows of the worst page`, 'ms', worst.rows, goal));
    remarks.push(`The worst page of ${name}: ${nameOf(worst)}.`);
    const counted = times.filter(({ total }) => total.length > 0);
    if (counted.length === 0) continue;
    const dearest = worstOf(counted, ({ total }) => total);
    lines.push(figure(`${name}: the dearest total`, 'ms', dearest.total, goal));
    remarks.push(`The dearest total of ${name}: ${nameOf(dearest)}.`);
  }
  await reader.stop();
  return { lines, remarks, faults: [], details };
}

/** The pages of a filter where something else may be slow: both ends, the middle, and between them. */
async function pagesOf(reader: PageReader, query: Record<string, string>): Promise<PageTime[]> {
  const { meta } = await reader.read(pageTime(query, 1));
  const last = Math.max(1, Math.ceil(meta.total / pageSize));
  const pages = [1, 2, 0.1 * last, 0.25 * last, 0.5 * last, 0.75 * last, last];
  const found = new Set(pages.map((page) => Math.min(last, Math.max(1, Math.round(page)))));
  return [...found].map((page) => pageTime(query, page));
}

function worstOf(times: readonly PageTime[], taken: (time: PageTime) => readonly number[]): PageTime {
  const [worst] = times.toSorted((one, other) => spreadOf(taken(other)).median - spreadOf(taken(one)).median);
  if (worst === undefined) throw new Error('No page was measured.');
  return worst;
}
