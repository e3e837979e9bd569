import { ask } from '../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { describeTimes, watchHealth } from './hostile/health.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';

export const signInStorm: Scenario = {
  name: 'sign-in-storm',
  about: '10,000 sign-ins within a minute: those who cannot be served learn when to come back',
  run,
};

const people = ['it', 'staff', 'faculty', 'student', 'ra', 'fgd', 'business', 'reslife'];

async function run({ rounds, seconds, random, say }: Torture): Promise<Findings> {
  const count = rounds ?? 10_000;
  const minute = (seconds ?? 60) * 1000;
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const watch = watchHealth(quad.url);
  const took: number[] = [];
  const outcomes = new Map<string, number>();
  const faults: string[] = [];
  say(`${count} sign-ins at random moments of ${minute / 1000} seconds`);
  const note = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const moment = random.next() * minute;
      const name = random.pick(people) ?? 'it';
      await new Promise((resolve) => setTimeout(resolve, moment));
      const begun = performance.now();
      const answer = await signIn(quad, name).catch((error: unknown) => String(error));
      took.push(performance.now() - begun);
      if (typeof answer === 'string') return note(answer);
      note(String(answer.status));
      if (answer.status === 503 && answer.retryAfter === null)
        faults.push('A 503 did not say when to come back.');
    }),
  );
  const health = await watch.stop();
  // Of one person, only so many sessions stay.
  const [counted] = await quad.query<{ sessions: number }>(
    "select count(*)::int as sessions from audit_entries where action = 'session.start'",
  );
  const memory = quad.peakMemory();
  await quad.stop();
  const inside = outcomes.get('303') ?? 0;
  const strange = [...outcomes.keys()].filter((outcome) => outcome !== '303' && outcome !== '503');
  if (strange.length > 0) faults.push(`Sign-ins ended with ${strange.join(', ')}.`);
  if ((counted?.sessions ?? 0) < inside)
    faults.push(`${inside} got in, but ${counted?.sessions} sessions were started.`);
  if (health.wrong > 0)
    faults.push(
      `${health.wrong} of ${health.took.length} questions for readiness were not answered with 200.`,
    );
  const figure = (what: string, value: number | string) => ({ what, value });
  return {
    figures: [
      figure('sign-ins', count),
      figure('got in', inside),
      figure('told to come back (503 with Retry-After)', outcomes.get('503') ?? 0),
      figure('time of a sign-in', describeTimes(took.toSorted((one, other) => one - other))),
      figure('readiness asked in the meantime', `${health.took.length} times, ${describeTimes(health.took)}`),
      figure('peak memory', `${Math.round(memory)} MB`),
    ],
    faults: faults.slice(0, 20),
  };
}

function signIn({ url }: Quad, name: string) {
  return ask(`${url}/api/auth/providers/demo/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ email: `${name}@sawtooth.example`, redirect: '/' })),
    patience: 60_000,
  });
}
