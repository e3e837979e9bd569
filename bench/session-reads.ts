import { fileURLToPath } from 'node:url';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { type LoadResult, load, requestOf, type Shot } from './harness/load.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, type Report, type Row } from './harness/row.ts';
import { inTurn } from './harness/turns.ts';

/** Enough that few concurrent requests are from the same person. */
const people = ['it', 'staff', 'faculty', 'student', 'ra', 'reslife', 'approver', 'volunteer'];

export const sessionReads: Row = {
  name: 'session-reads',
  about: 'Reading the account with a session, compared to a Quad whose requests each read their own session',
  run,
};

async function run({ rounds, seconds, say }: Bench): Promise<Report> {
  const without = fileURLToPath(new URL('alternatives/without-session-reads.ts', import.meta.url));
  const together = await startQuad({ dataFolder: await temporaryFolder(), fromSources: true });
  const alone = await startQuad({
    dataFolder: await temporaryFolder(),
    fromSources: true,
    nodeArguments: ['--import', without],
  });
  const sides = { together: await turnOf(together, seconds), alone: await turnOf(alone, seconds) };
  const warm = await interleave(1, sides);
  say(`${rounds} rounds of ${seconds} s each: session reads shared, then one per request`);
  const results = await interleave(rounds, sides);
  await together.stop();
  await alone.stop();

  const rates = (of: readonly LoadResult[]) => of.map(({ perSecond }) => perSecond);
  return {
    lines: [
      compare({
        what: 'what sharing session reads gains',
        unit: '/s',
        ours: rates(results.together),
        limit: rates(results.alone),
        against: 'one read per request',
        goal: { atLeast: 1.2 },
      }),
    ],
    remarks: ['Both run from their sources; every answer was 200.'],
    faults: [warm, results]
      .flatMap((turns) => [...turns.together, ...turns.alone])
      .flatMap(({ firstWrong }) => firstWrong ?? []),
  };
}

async function turnOf(quad: Quad, seconds: number): Promise<() => Promise<LoadResult>> {
  const cookies = await Promise.all(people.map((name) => quad.signIn(name)));
  const shots = cookies.map((cookie): Shot => {
    const bytes = requestOf('GET', '/api/auth/account', quad.port, { cookie });
    return { bytes, isRight: (head) => head.startsWith('HTTP/1.1 200 ') };
  });
  const next = inTurn(shots);
  return () => load(next, { port: quad.port, seconds });
}
