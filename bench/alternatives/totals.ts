import { interleave } from '../harness/rounds.ts';
import { type Bench, compare, figure, type Line, type Report } from '../harness/row.ts';
import { pageSize } from '../tools/list-subject.ts';
import {
  estimate,
  type FilterCase,
  filterCases,
  mostWaiting,
  noWaitingChanges,
  pageWithTotal,
  totals,
  waitingChanges,
} from '../tools/ra-logs-alternatives.ts';
import type { Reading } from './own-statements.ts';

/** The total of a filter: from the counts per month, and by counting the rows. */
export async function measureTotals(reading: Reading, bench: Bench): Promise<Report> {
  const reports: Pick<Report, 'lines' | 'faults'>[] = [];
  for (const filterCase of filterCases) reports.push(await measure(reading, bench, filterCase));
  return {
    lines: reports.flatMap(({ lines }) => lines),
    faults: reports.flatMap(({ faults }) => faults),
    remarks: ['Totals: ours also finds the place of the page.'],
  };
}

async function measure(
  { sql, read }: Reading,
  { rounds, say }: Bench,
  { what, query, condition }: FilterCase,
): Promise<Pick<Report, 'lines' | 'faults'>> {
  const own = await read(query, 1);
  const faults: string[] = [];
  const others = Object.entries(totals).map(([name, ask]) => ({ name, statement: ask(condition) }));
  const together = { name: 'count(*) over ()', statement: pageWithTotal(condition, pageSize) };
  const timed = async (statements: readonly string[]) => (await sql.run(statements)).milliseconds;
  const other =
    ({ name, statement }: typeof together) =>
    async () => {
      const { milliseconds, rows } = await sql.run([statement]);
      const total: unknown = rows[0]?.total;
      // A capped count is a different result by design.
      if (Number(total) !== own.total && !name.includes('up to')) {
        faults.push(`${what}: Quad says ${own.total}, ${name} finds ${String(total)}.`);
      }
      return milliseconds;
    };
  const sides: Record<string, () => Promise<number>> = {
    own: () => timed(own.counting),
    waiting: async () => {
      for (const statement of waitingChanges) await sql.prepare(statement);
      const { milliseconds, rows } = await sql.run(own.counting);
      if (Number(rows[0]?.waiting) !== mostWaiting) faults.push(`${what}: the changes did not wait.`);
      for (const statement of noWaitingChanges) await sql.prepare(statement);
      return milliseconds;
    },
    ...Object.fromEntries(others.map((one) => [one.name, other(one)])),
    page: () => timed([...own.counting, ...own.rows]),
    [together.name]: other(together),
  };
  const [planned] = await sql.prepare(estimate(condition));
  const expected = Number(planned?.['QUERY PLAN']?.[0]?.Plan?.['Plan Rows']);
  say(`totals, ${what}: ${rounds * 3} rounds of ${Object.keys(sides).length} sides`);
  await interleave(1, sides);
  const results = await interleave(rounds * 3, sides);
  const line = (name: string, ours: string, limit: string, against = limit): Line =>
    compare({ what: name, unit: 'ms', ours: results[ours] ?? [], limit: results[limit] ?? [], against });
  return {
    faults: [...new Set(faults)],
    lines: [
      ...others.map(({ name }) => line(`total, ${what}`, 'own', name)),
      line(`first page and total, ${what}`, 'page', together.name),
      line(`total with ${mostWaiting} changes waiting, ${what}`, 'waiting', 'own', 'without any'),
      figure(`what PostgreSQL expects, relative to the total, ${what}`, '%', [(expected / own.total) * 100]),
    ],
  };
}
