import { ask } from '../harness/ask.ts';
import { type Quad, startQuad } from '../harness/quad.ts';
import { signInCrowd } from './harness/crowd.ts';
import { load, requestOf, type Shot } from './harness/load.ts';
import { findRawSql, type RawSql } from './harness/pgbench.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Line, type Report, type Row } from './harness/row.ts';
import { inlined, logsStatements, openStatementLog } from './harness/statements.ts';
import { inTurn } from './harness/turns.ts';
import { addressOf, type ListAnswer, type ListSubject, pageSize } from './tools/list-subject.ts';
import { listSubjects } from './tools/list-subjects.ts';

type Query = Record<string, string>;
type Variant = ListSubject['everyday'][number];

const sizes = { small: 10_000, middle: 100_000, large: 1_000_000 } as const;
type Size = keyof typeof sizes;

export const list: Row = {
  name: 'list',
  about:
    'The first page of a list, compared to just the same SQL, and how it slows down up to a million rows',
  async run(bench) {
    const reports: Report[] = [];
    for (const subject of listSubjects) reports.push(await measure(subject, bench));
    return {
      lines: reports.flatMap(({ lines }) => lines),
      remarks: [...new Set(reports.flatMap(({ remarks }) => remarks))],
      faults: reports.flatMap(({ faults }) => faults),
    };
  },
};

async function measure(subject: ListSubject, bench: Bench): Promise<Report> {
  const { data, say } = bench;
  const folders = {
    small: await data.withRows(subject.tool, sizes.small),
    middle: await data.withRows(subject.tool, sizes.middle),
    large: await data.withRows(subject.tool, sizes.large),
  };
  const scripts = await readStatements(subject, folders.small);
  const quads = {
    small: await startQuad({ dataFolder: folders.small, profileFolder: bench.profileFolder }),
    middle: await startQuad({ dataFolder: folders.middle }),
    large: await startQuad({ dataFolder: folders.large, profileFolder: bench.profileFolder }),
  };
  const faults = await checkNewest(subject, quads.large);
  const lines: Line[] = [];
  const raw = findRawSql(say);
  for (const variant of subject.everyday) {
    say(
      `${subject.title}, ${variant.what}: ${bench.rounds} rounds of ${bench.seconds} s for each of four sides`,
    );
    const turns = await measureVariant(subject, variant, { bench, quads, raw, scripts });
    lines.push(...turns.lines);
    faults.push(...turns.faults);
  }
  lines.push(figure(`${subject.title}: peak memory at a million rows`, 'MB', [quads.large.peakMemory()]));
  for (const quad of Object.values(quads)) await quad.stop();
  return {
    lines,
    faults,
    remarks: [
      'Every answer was compared whole with the first one of its address, whose total and newest rows SQL had confirmed.',
    ],
  };
}

interface Surroundings {
  bench: Bench;
  quads: Record<Size, Quad>;
  raw: RawSql;
  scripts: ReadonlyMap<Query, string[]>;
}

async function measureVariant(
  subject: ListSubject,
  variant: Variant,
  { bench: { rounds, seconds }, quads, raw, scripts }: Surroundings,
): Promise<Pick<Report, 'lines' | 'faults'>> {
  const sql = variant.queries.map((query) => scripts.get(query) ?? []);
  const quad = async (size: Size) => {
    const next = inTurn(await shotsAt(quads[size], subject, variant));
    return () => timed(quads[size], () => load(next, { port: quads[size].port, seconds }));
  };
  const sides = {
    raw: () =>
      timed(quads.small, async () => ({
        ...(await raw.run(quads.small.connection, sql, seconds)),
        firstWrong: null,
      })),
    small: await quad('small'),
    middle: await quad('middle'),
    large: await quad('large'),
  };
  await interleave(1, { small: sides.small, middle: sides.middle, large: sides.large });
  const results = await interleave<keyof typeof sides, Turn>(rounds, sides);
  const rates = (side: keyof typeof sides) => results[side].map(({ perSecond }) => perSecond);
  const costs = (side: keyof typeof sides) => results[side].map(({ cost }) => cost);
  const what = `${subject.title}, ${variant.what}`;
  return {
    lines: [
      compare({
        what: `${what}: pages`,
        unit: '/s',
        ours: rates('small'),
        limit: rates('raw'),
        against: raw.name,
        goal: { atLeast: 0.4 },
      }),
      compare({
        what: `${what}: processor time of a page`,
        unit: 'ms',
        ours: costs('small'),
        limit: costs('raw'),
        against: raw.name,
      }),
      compare({
        what: `${what}: slow-down 10,000 to 100,000 rows`,
        unit: '/s',
        ours: rates('small'),
        limit: rates('middle'),
        against: 'at 100,000',
      }),
      compare({
        what: `${what}: slow-down 10,000 to 1,000,000 rows`,
        unit: '/s',
        ours: rates('small'),
        limit: rates('large'),
        against: 'at 1,000,000',
        goal: { atMost: subject.mostSlowDown },
      }),
    ],
    faults: Object.values(results)
      .flat()
      .flatMap(({ firstWrong }) => firstWrong ?? []),
  };
}

interface Turn {
  perSecond: number;
  answers: number;
  firstWrong: string | null;
  /** Milliseconds of processor time for one response, Quad and its database together. */
  cost: number;
}

/** Also takes the processor time, which other programs on the machine do not change. */
async function timed(quad: Quad, work: () => Promise<Omit<Turn, 'cost'>>): Promise<Turn> {
  const taken = () => quad.processorTime() + quad.databaseTime();
  const before = taken();
  const result = await work();
  // PostgreSQL counts the processes of closed connections only after they have ended.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { ...result, cost: ((taken() - before) * 1000) / result.answers };
}

/** The statements of each page as PostgreSQL saw them, with their values: the limit runs these. */
async function readStatements(
  subject: ListSubject,
  dataFolder: string,
): Promise<ReadonlyMap<Query, string[]>> {
  const quad = await startQuad({ dataFolder, environment: logsStatements });
  const cookie = await quad.signIn(subject.person);
  const log = openStatementLog(quad);
  const scripts = new Map<Query, string[]>();
  for (const query of subject.everyday.flatMap(({ queries }) => queries)) {
    const all = await log.during(() => readList(quad, subject, cookie, query));
    scripts.set(query, all.filter(({ text }) => subject.statements.test(text)).map(inlined));
  }
  await quad.stop();
  return scripts;
}

async function shotsAt(quad: Quad, subject: ListSubject, { queries }: Variant): Promise<Shot[]> {
  const cookies = await signInCrowd(quad, subject.person);
  const shots: Shot[] = [];
  for (const query of queries) {
    const expected = await readList(quad, subject, cookies[0] ?? '', query);
    const { data, meta }: ListAnswer = JSON.parse(expected);
    if (meta.total === 0 || data.length !== Math.min(pageSize, meta.total)) {
      throw new Error(`${addressOf(subject, query)} has ${data.length} rows of ${meta.total}.`);
    }
    for (const cookie of cookies)
      shots.push({
        bytes: requestOf('GET', addressOf(subject, query), quad.port, { cookie }),
        isRight: (head, body) => head.startsWith('HTTP/1.1 200 ') && body === expected,
      });
  }
  return shots;
}

async function readList(quad: Quad, subject: ListSubject, cookie: string, query: Query): Promise<string> {
  const answer = await ask(`${quad.url}${addressOf(subject, query)}`, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${addressOf(subject, query)}: ${answer.status} ${answer.body}`);
  return answer.body;
}

/** Checks the unfiltered first page and its total against our own SQL. */
async function checkNewest(subject: ListSubject, quad: Quad): Promise<string[]> {
  const cookie = await quad.signIn(subject.person);
  const { data, meta }: ListAnswer = JSON.parse(await readList(quad, subject, cookie, {}));
  const newest = await quad.query<{ id: string }>(subject.newest);
  const [rows] = await quad.query<{ count: number }>(`select count(*)::int as count from ${subject.table}`);
  const isSame = newest.map(({ id }) => id).join() === data.map(({ _id }) => _id).join();
  return [
    ...(isSame ? [] : [`The first page of ${subject.title} is not the one that SQL finds.`]),
    ...(rows?.count === meta.total
      ? []
      : [`Quad says that there are ${meta.total} ${subject.title}, SQL finds ${rows?.count}.`]),
  ];
}
