import type { Program } from '../harness/program.ts';
import { startQuad } from '../harness/quad.ts';
import { startBareRedirect, type Target } from './harness/bare-redirect.ts';
import { type LoadResult, load, requestOf, type Shot } from './harness/load.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';
import { inTurn } from './harness/turns.ts';

export const redirect: Row = {
  name: 'redirect',
  about: 'Following a live short link, compared to bare Fastify answering 302 from a map',
  run,
};

async function run({ rounds, seconds, data, profileFolder, say }: Bench): Promise<Report> {
  // A few of the made-up links have expired; more than a thousand live ones are left.
  const dataFolder = await data.withRows('short-links', 1_200);
  // The very first start after an update strips types and compiles, and uses as much memory as a compiler.
  await (await startQuad({ dataFolder })).stop();
  const quad = await startQuad({ dataFolder, profileFolder });
  const rows = await quad.query<{ short_url: string; long_url: string }>(
    'select short_url, long_url from short_links where expires_at is null order by id limit 1000',
  );
  const targets: Target[] = rows.map(({ short_url, long_url }) => [short_url, long_url]);
  const bare = await startBareRedirect(targets);
  const visits = async () => Number((await quad.query('select sum(visits) as sum from short_links'))[0]?.sum);
  const before = await visits();

  const turn = (program: Program, port: number, some: readonly Target[], host?: string) => async () => {
    const next = inTurn(some.map((target) => shotAt(port, target, host)));
    const busyBefore = program.processorTime();
    const result = await load(next, { port, seconds });
    return { ...result, busy: program.processorTime() - busyBefore };
  };
  const hot = targets.slice(0, 1);
  const sides = {
    bare: turn(bare.program, bare.port, targets),
    quad: turn(quad, quad.port, targets),
    hot: turn(quad, quad.port, hot),
    // The route handles the same host in capitals, as it would everything without `early-redirect.ts`.
    routed: turn(quad, quad.port, targets, `LOCALHOST:${quad.port}`),
  };
  say('warming up');
  const warm = await interleave(1, sides);
  say(`${rounds} rounds of ${seconds} s each: bare Fastify, a thousand links, one hot link, the route`);
  const results = await interleave(rounds, sides);

  const followed = [warm, results].flatMap(({ quad, hot, routed }) => [...quad, ...hot, ...routed]);
  const counted = await untilCounted(visits, before, sum(followed.map(({ answers }) => answers)));
  const [ourMemory, bareMemory] = [quad.peakMemory(), bare.program.peakMemory()];
  await quad.stop();
  await bare.program.stop();

  const against = 'bare Fastify';
  const rates = (of: readonly LoadResult[]) => of.map(({ perSecond }) => perSecond);
  const p99 = (of: readonly LoadResult[]) => of.map((result) => result.p99);
  const cost = (of: readonly { busy: number; answers: number }[]) =>
    of.map(({ busy, answers }) => (busy / answers) * 1e6);
  return {
    lines: [
      compare({
        what: 'redirects of a thousand links',
        unit: '/s',
        ours: rates(results.quad),
        limit: rates(results.bare),
        against,
        goal: { atLeast: 0.8 },
      }),
      compare({
        what: 'the slowest of a hundred (p99)',
        unit: 'ms',
        ours: p99(results.quad),
        limit: p99(results.bare),
        against,
        goal: { atMost: 2 },
      }),
      compare({
        what: 'redirects of one hot link',
        unit: '/s',
        ours: rates(results.hot),
        limit: rates(results.quad),
        against: 'a thousand links',
        goal: { atLeast: 0.95 },
      }),
      compare({
        what: 'what answering before the routes gains',
        unit: '/s',
        ours: rates(results.quad),
        limit: rates(results.routed),
        against: 'by the route',
        goal: { atLeast: 1.2 },
      }),
      compare({
        what: 'its processor time beside the route',
        unit: 'us',
        ours: cost(results.quad),
        limit: cost(results.routed),
        against: 'by the route',
      }),
      compare({
        what: 'processor time of a redirect',
        unit: 'us',
        ours: cost(results.quad),
        limit: cost(results.bare),
        against,
      }),
      compare({
        what: 'peak memory',
        unit: 'MB',
        ours: [ourMemory],
        limit: [bareMemory],
        against,
        goal: { atMost: 1.5 },
      }),
      figure('visits written to the database', '%', [counted * 100]),
    ],
    remarks: ['Status and Location of every answer were compared.'],
    faults: [
      ...faultsOf(followed, 'Quad'),
      ...faultsOf([...warm.bare, ...results.bare], against),
      ...(counted === 1 ? [] : [`Of all followed links ${(counted * 100).toFixed(2)} % were counted.`]),
    ],
  };
}

function shotAt(port: number, [name, target]: Target, host = `localhost:${port}`): Shot {
  const location = `\r\nlocation: ${target}\r\n`;
  return {
    bytes: requestOf('GET', `/r/${name}`, port, { host }),
    isRight: (head) => head.startsWith('HTTP/1.1 302 ') && head.includes(location),
  };
}

/**
 * Visits are written within a second.
 * @returns the share of them that arrived
 */
async function untilCounted(
  visits: () => Promise<number>,
  before: number,
  expected: number,
): Promise<number> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const counted = (await visits()) - before;
    if (counted >= expected || performance.now() > deadline) return counted / expected;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function faultsOf(results: readonly LoadResult[], who: string): string[] {
  const wrong = sum(results.map((result) => result.wrong));
  if (wrong === 0) return [];
  const first = results.find(({ firstWrong }) => firstWrong !== null)?.firstWrong;
  return [`${wrong} answers of ${who} were wrong. The first one: ${first}`];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
