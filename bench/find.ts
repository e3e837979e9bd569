import pg from 'pg';
import { ask } from '../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { endLater } from '../harness/scope.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, type Line, type Report, type Row } from './harness/row.ts';
import { logsStatements, openStatementLog, type Statement, valuesOf } from './harness/statements.ts';
import { percentile } from './harness/statistics.ts';
import { fillFound, foundWords, rowsOfEach } from './tools/find.ts';

/** In each round, on each side. */
const searches = 20;
/** What every request costs: the session, and an answer. */
const smallRequest = '/api/auth/account';

export const find: Row = {
  name: 'find',
  about: 'the search in all tools at once, compared to just its slowest statement, with 100,000 rows of each',
  run,
};

async function run({ rounds, say }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment: logsStatements });
  say(`adding ${rowsOfEach.toLocaleString('en-US')} rows to each tool`);
  await fillFound(quad);
  const cookie = await quad.signIn('it');
  const client = new pg.Client(quad.connection);
  await client.connect();
  const disconnect = endLater(() => client.end());
  const log = openStatementLog(quad);
  const session = await log.during(() => timeOf(quad, cookie, smallRequest));
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
    const reading = ofTools(statements, session);
    const slowest = await slowestOf(client, reading);
    const results = await interleave(rounds, {
      all: async () => {
        await quad.query("delete from throttle_counters where key like 'find:%'");
        return medianOf(() => timeOf(quad, cookie, address));
      },
      one: async () => {
        const floor = await medianOf(() => timeOf(quad, cookie, smallRequest));
        return floor + (await medianOf(() => timeOfStatement(client, slowest)));
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
    remarks.push(
      `"${words}": ${reading.length} statements; slowest is ${slowest.text.trim().replaceAll(/\s+/g, ' ').slice(0, 160)}`,
    );
  }
  await disconnect();
  await quad.stop();
  return { lines, remarks, faults };
}

/** What a search reads in tools: not what each request reads, nor the jobs that run at the same time. */
function ofTools(statements: readonly Statement[], session: readonly Statement[]): Statement[] {
  const others = new Set(session.map(({ text }) => text));
  return statements.filter(
    ({ text }) =>
      /^\s*(select|with)\b/i.test(text) && !/\bjobs\.|_counters\b/.test(text) && !others.has(text),
  );
}

/** The one that takes longest when nothing else runs. */
async function slowestOf(client: pg.Client, reading: readonly Statement[]): Promise<Statement> {
  const timed: { statement: Statement; milliseconds: number }[] = [];
  for (const statement of reading) {
    timed.push({ statement, milliseconds: await medianOf(() => timeOfStatement(client, statement)) });
  }
  const [slowest] = timed.toSorted((one, other) => other.milliseconds - one.milliseconds);
  if (slowest === undefined) throw new Error('The search ran no statement.');
  return slowest.statement;
}

/** Milliseconds of a statement, sent with its values as Quad sends it: written into it, PostgreSQL may plan it differently. */
async function timeOfStatement(client: pg.Client, statement: Statement): Promise<number> {
  const begin = performance.now();
  await client.query({ text: statement.text, values: valuesOf(statement) });
  return performance.now() - begin;
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
