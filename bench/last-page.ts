import { nameOf, openPageReader, pageTime, summaryOf, worstOf } from './harness/page-times.ts';
import { type Bench, compare, type Report, type Row } from './harness/row.ts';
import { type ListSubject, pageSize } from './tools/list-subject.ts';
import { listSubjects } from './tools/list-subjects.ts';

const rows = 1_000_000;

export const lastPage: Row = {
  name: 'last-page',
  about: 'SQL time of the last page and of the worst one, compared to the first, at a million rows',
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
  const { meta } = await reader.read(pageTime({}, 1));
  const last = Math.ceil(meta.total / pageSize);
  const shares = [0.001, 0.01, 0.1, 0.25, 0.4, 0.499, 0.5, 0.501, 0.6, 0.75, 0.9, 0.99, 0.999];
  const pages = [1, 2, 10, ...shares.map((share) => Math.round(last * share)), last - 1, last];
  const times = pages.map((page) => pageTime({}, page));
  say(`${subject.title}: ${pages.length} of ${last.toLocaleString('en-US')} pages, ${rounds * 3} times each`);
  for (let round = 0; round < rounds * 3; round += 1) for (const time of times) await reader.read(time);
  await reader.stop();

  const first = times.find(({ page }) => page === 1)?.sql ?? [];
  const lastRows = times.find(({ page }) => page === last)?.sql ?? [];
  const worst = worstOf(times);
  const against = 'the first page';
  return {
    lines: [
      compare({
        what: `${subject.title}: the last page`,
        unit: 'ms',
        ours: lastRows,
        limit: first,
        against,
        goal: { atMost: 3 },
      }),
      compare({
        what: `${subject.title}: the worst page`,
        unit: 'ms',
        ours: worst.sql,
        limit: first,
        against,
        goal: { atMost: 100 },
      }),
    ],
    remarks: [`The worst one of ${subject.title}: ${nameOf(worst)}.`],
    faults: [],
    details: times.map(summaryOf),
  };
}
