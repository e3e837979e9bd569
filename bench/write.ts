import { randomUUID } from 'node:crypto';
import { busyCampus } from '../harness/campus.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { signInCrowd } from './harness/crowd.ts';
import { type LoadResult, load, manyConnections, requestOf, type Shot } from './harness/load.ts';
import { runPg } from './harness/pgbench.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';
import type { WriteSubject } from './tools/write-subject.ts';
import { writeSubjects } from './tools/write-subjects.ts';

/** The number of Quad's connections to the database; the limit gets the same. */
const connectionsOfQuad = 20;

export const write: Row = {
  name: 'write',
  about:
    'Submitting a form (session, checks, key, audit, durable), compared to one durable INSERT through pg',
  async run(bench) {
    const reports: Report[] = [];
    for (const subject of writeSubjects) reports.push(await measure(subject, bench));
    return {
      lines: reports.flatMap(({ lines }) => lines),
      remarks: [...new Set(reports.flatMap(({ remarks }) => remarks))],
      faults: reports.flatMap(({ faults }) => faults),
    };
  },
};

async function measure(subject: WriteSubject, bench: Bench): Promise<Report> {
  const { rounds, seconds, say, profileFolder } = bench;
  const environment = { QUAD_CAMPUS: await busyCampus() };
  const quad = await startQuad({ dataFolder: await temporaryFolder(), profileFolder, environment });
  await subject.prepare?.(quad);
  const next = await submissionsTo(quad, subject);
  const before = await countRows(quad, subject);
  let inserted = 0;
  const insert = (connections: number) => async () => {
    // New names for each run, so that none is taken.
    const statement = subject.insert.replaceAll('{run}', randomUUID().slice(0, 8));
    const result = await runPg(quad.connection, [[statement]], seconds, connections);
    inserted += result.answers;
    return { ...result, p99: Number.NaN, firstWrong: null };
  };
  const submit = (connections: number) => () => load(next, { port: quad.port, seconds, connections });
  const sides = {
    raw: insert(connectionsOfQuad),
    quad: submit(manyConnections),
    rawAlone: insert(1),
    quadAlone: submit(1),
  };
  const warm = await interleave<keyof typeof sides, Turn>(1, sides);
  say(
    `${subject.title}: ${rounds} rounds of ${seconds} s each: one INSERT, the form, both also one at a time`,
  );
  const results = await interleave<keyof typeof sides, Turn>(rounds, sides);
  const after = await countRows(quad, subject);
  const memory = quad.peakMemory();
  const sizes = await sizesOf(quad);
  await quad.stop();

  const submitted = [warm, results].flatMap((turns) => [...turns.quad, ...turns.quadAlone]);
  const answers = submitted.reduce((sum, turn) => sum + turn.answers, 0);
  const rates = (turns: readonly Turn[]) => turns.map(({ perSecond }) => perSecond);
  const against = `one INSERT through pg, ${connectionsOfQuad} connections`;
  return {
    lines: [
      compare({
        what: `${subject.title}: submissions`,
        unit: '/s',
        ours: rates(results.quad),
        limit: rates(results.raw),
        against,
        goal: { atLeast: 0.25 },
      }),
      compare({
        what: `${subject.title}: one person after the other`,
        unit: '/s',
        ours: rates(results.quadAlone),
        limit: rates(results.rawAlone),
        against: 'one INSERT through pg, one connection',
      }),
      figure(`${subject.title}: the slowest of a hundred (p99), ${manyConnections} people at once`, 'ms', [
        ...results.quad.map(({ p99 }) => p99),
      ]),
      figure(`${subject.title}: peak memory`, 'MB', [memory]),
      figure(`${subject.title}: an audit entry on the disk`, 'B', [sizes.audit]),
      figure(`${subject.title}: a kept answer (idempotency key) on the disk`, 'B', [sizes.keys]),
    ],
    remarks: [
      'Each submission was answered 201 and left one row, one audit entry and one key; PostgreSQL writes durably on both sides.',
    ],
    faults: [
      ...submitted.flatMap(({ firstWrong }) => firstWrong ?? []),
      ...difference('rows', after.rows - before.rows - inserted, answers),
      ...difference('audit entries', after.audited - before.audited, answers),
      ...difference('keys', after.keys - before.keys, answers),
    ],
  };
}

type Turn = Pick<LoadResult, 'perSecond' | 'answers' | 'p99' | 'firstWrong'>;

async function submissionsTo(quad: Quad, subject: WriteSubject): Promise<() => Shot> {
  const cookies =
    subject.isOfOne === true ? [await quad.signIn(subject.person)] : await signInCrowd(quad, subject.person);
  const headers = { origin: quad.url, 'content-type': 'application/json' };
  let number = 0;
  return () => {
    number += 1;
    const body = JSON.stringify(subject.body(number));
    const bytes = requestOf(
      'POST',
      typeof subject.path === 'string' ? subject.path : subject.path(number),
      quad.port,
      { ...headers, cookie: cookies[number % cookies.length] ?? '', 'idempotency-key': randomUUID() },
      body,
    );
    return { bytes, isRight: (head) => head.startsWith('HTTP/1.1 201 ') };
  };
}

async function countRows(quad: Quad, { table }: WriteSubject) {
  const [counted] = await quad.query<{ rows: number; audited: number; keys: number }>(`
    select (select count(*)::int from ${table}) as rows,
      (select count(*)::int from audit_entries) as audited,
      (select count(*)::int from idempotency_keys) as keys`);
  if (counted === undefined) throw new Error('Nothing was counted.');
  return counted;
}

/** Bytes of a row, including its share of the indexes. */
async function sizesOf(quad: Quad) {
  const [sizes] = await quad.query<{ audit: number; keys: number }>(`
    select (select (pg_total_relation_size('audit_entries') / count(*))::int from audit_entries) as audit,
      (select (pg_total_relation_size('idempotency_keys') / count(*))::int from idempotency_keys) as keys`);
  if (sizes === undefined) throw new Error('Nothing was measured.');
  return sizes;
}

function difference(what: string, found: number, expected: number): string[] {
  return found === expected ? [] : [`${expected} submissions left ${found} ${what}.`];
}
