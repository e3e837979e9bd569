import { ask } from '../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, type Line, type Report, type Row } from './harness/row.ts';
import { inlined, logsStatements, openStatementLog, type Statement } from './harness/statements.ts';
import { percentile } from './harness/statistics.ts';
import { openTimedSql, type TimedSql } from './harness/timed-sql.ts';
import { fillFound, foundWords, rowsOfEach } from './tools/find.ts';

/** In each round, on each side. */
const searches = 20;
/** What every request costs: the session, and an answer. */
const smallRequest = '/api/auth/account';

export const find: Row = {
  name: 'find',
  about: 'the search in all tools at once, beside its slowest statement alone, with 100,000 rows of each',
  run,
};

async function run({ rounds, say }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment: logsStatements });
  say(`adding ${rowsOfEach.toLocaleString('en-US')} rows to each tool`);
  await fillFound(quad);
  const cookie = await quad.signIn('it');
  const sql = await openTimedSql(quad);
  const log = openStatementLog(quad);
  const lines: Line[] = [];
  const remarks: string[] = [];
  const faults: string[] = [];
  for (const words of foundWords) {
    say(`"${words}"`);
    const address = `/api/find?${new URLSearchParams({ q: words })}`;
    // One person may search 150 times in a minute.
    await quad.query("delete from throttle_counters where key like 'find:%'");
    for (let warm = 0; warm < 5; warm += 1) await timeOf(quad, cookie, address);
    const statements = await log.during(async () => {
      const { body } = await ask(`${quad.url}${address}`, { headers: { cookie } });
      const { missing } = JSON.parse(body) as { missing: string[] };
      if (missing.length > 0) faults.push(`"${words}": ${missing.join(', ')} did not answer.`);
    });
    const slowest = await slowestOf(sql, statements);
    const results = await interleave(rounds, {
      all: async () => {
        await quad.query("delete from throttle_counters where key like 'find:%'");
        return medianOf(() => timeOf(quad, cookie, address));
      },
      one: async () => {
        const floor = await medianOf(() => timeOf(quad, cookie, smallRequest));
        return floor + (await medianOf(async () => (await sql.run([slowest])).milliseconds));
      },
    });
    lines.push(
      compare({
        what: `"${words}" in all tools`,
        unit: 'ms',
        ours: results.all,
        limit: results.one,
        against: 'a small request and the slowest statement',
        goal: { atMost: 3 },
      }),
    );
    remarks.push(`"${words}": slowest is ${slowest.trim().replaceAll(/\s+/g, ' ').slice(0, 160)}`);
  }
  await sql.stop();
  await quad.stop();
  return { lines, remarks, faults };
}

/** Of the statements that read rows of tools, the one that takes longest when nothing else runs. */
async function slowestOf(sql: TimedSql, statements: readonly Statement[]): Promise<string> {
  const reading = statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text)).map(inlined);
  const timed: { text: string; milliseconds: number }[] = [];
  for (const text of reading) {
    await sql.run([text]);
    timed.push({ text, milliseconds: (await sql.run([text])).milliseconds });
  }
  const [slowest] = timed.toSorted((one, other) => other.milliseconds - one.milliseconds);
  if (slowest === undefined) throw new Error('The search ran no statement.');
  return slowest.text;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time < searches; time += 1) all.push(await measure());
  return percentile(
    all.toSorted((one, other) => one - other),
    0.5,
  );
}

/** Milliseconds of a request. @throws Error when it was refused */
async function timeOf(quad: Quad, cookie: string, address: string): Promise<number> {
  const begin = performance.now();
  const { status, body } = await ask(`${quad.url}${address}`, { headers: { cookie } });
  if (status !== 200) throw new Error(`${address}: ${status} ${body.slice(0, 200)}`);
  return performance.now() - begin;
}
