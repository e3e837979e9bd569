import { interleave } from '../harness/rounds.ts';
import { type Bench, compare, type Report } from '../harness/row.ts';
import { pageSize } from '../tools/list-subject.ts';
import { type FilterCase, filterCases, pages, rowBefore } from '../tools/ra-logs-alternatives.ts';
import { lastPageOf, type OwnPage, type Reading } from './own-statements.ts';

/** The rows of a page: found by the counts per month, and in other ways. */
export async function measurePages(reading: Reading, bench: Bench): Promise<Report> {
  const reports: Pick<Report, 'lines' | 'faults'>[] = [];
  for (const filterCase of filterCases) {
    const first = await reading.read(filterCase.query, 1);
    const last = lastPageOf(first);
    for (const page of [1, Math.round(last / 2), last]) {
      const own = await reading.read(filterCase.query, page);
      reports.push(await measure(reading, bench, filterCase, own));
    }
  }
  return {
    lines: reports.flatMap(({ lines }) => lines),
    faults: reports.flatMap(({ faults }) => faults),
    remarks: [
      'Pages: only the statement that reads the rows; ours needs the one for the total first.',
      'keyset was given the last row of the page before, which a page number cannot say: it only serves "next".',
    ],
  };
}

async function measure(
  { sql }: Reading,
  { rounds, say }: Bench,
  { what, condition }: FilterCase,
  own: OwnPage,
): Promise<Pick<Report, 'lines' | 'faults'>> {
  const offset = (own.page - 1) * pageSize;
  const [before] = offset === 0 ? [] : await sql.prepare(rowBefore(condition, offset));
  const behind = before === undefined ? null : String(before.behind);
  const place = { condition, offset, limit: pageSize, total: own.total, behind };
  const faults: string[] = [];
  const others = Object.entries(pages).flatMap(([name, ask]) => {
    const statement = ask(place);
    return statement === null ? [] : [{ name, statement }];
  });
  const name = `page ${own.page.toLocaleString('en-US')}, ${what}`;
  const side = (way: string, statements: readonly string[]) => async () => {
    const { milliseconds, rows } = await sql.run(statements);
    if (rows.map(({ id }) => id).join() !== own.ids.join()) {
      faults.push(`${name}: ${way} reads other rows than Quad answers.`);
    }
    return milliseconds;
  };
  const sides: Record<string, () => Promise<number>> = {
    own: side('the same SQL', own.rows),
    ...Object.fromEntries(others.map((one) => [one.name, side(one.name, [one.statement])])),
  };
  say(`${name}: ${rounds * 3} rounds of ${Object.keys(sides).length} sides`);
  await interleave(1, sides);
  const results = await interleave(rounds * 3, sides);
  return {
    faults: [...new Set(faults)],
    lines: others.map(({ name: against }) =>
      compare({ what: name, unit: 'ms', ours: results.own ?? [], limit: results[against] ?? [], against }),
    ),
  };
}
