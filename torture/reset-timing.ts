import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { ask } from '../harness/ask.ts';
import { campusWithoutResetLimits } from '../harness/campus.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { rankSum } from './reset-timing/rank-sum.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';

export const resetTiming: Scenario = {
  name: 'reset-timing',
  about: '500 attempts of each kind to reset a password: how long they take reveals nothing about anyone',
  run,
};

const facts = { id: '800201', birthdate: '3/9/2005', last4ssn: '5142', personalPhoneNumber: '208-555-0108' };

/** All of them are answered by the same 409. */
const kinds = {
  'no such account': { ...facts, principalEmail: 'no.one@sawtooth.example' },
  'a wrong fact': { ...facts, principalEmail: 'student@sawtooth.example', id: '1' },
  'excluded, with the right facts': {
    principalEmail: 'faculty@sawtooth.example',
    id: '700105',
    birthdate: '12/2/1965',
    last4ssn: '2217',
    personalPhoneNumber: '208-555-0105',
  },
  'disabled, with the right facts': {
    principalEmail: 'ra@sawtooth.example',
    id: '800202',
    birthdate: '7/24/2004',
    last4ssn: '8809',
    personalPhoneNumber: '208-555-0109',
  },
} as const;
type Kind = keyof typeof kinds;

/** How much medians may differ, in milliseconds, unless it is lost in the noise. */
const mostDifference = 5;
/** This far from zero, the odds of chance alone are one in a thousand (two-sided). */
const significant = 3.29;
/** At the same time, so that a run takes minutes and not an hour. */
const lanes = 4;

async function run({ rounds, random, say }: Torture): Promise<Findings> {
  const each = rounds ?? 500;
  const campus = await campusWithoutResetLimits();
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment: { QUAD_CAMPUS: campus } });
  await quad.query(
    `insert into reset_exclusions (id, principal_email, reason, created_by, expires_at)
     values (gen_random_uuid(), 'faculty@sawtooth.example', '', 'torture', now() + interval '1 day')`,
  );
  await quad.query("update demo_people set disabled = true where email = 'ra@sawtooth.example'");
  const names = Object.keys(kinds) as Kind[];
  const waiting = names.flatMap((kind) => Array<Kind>(each).fill(kind));
  for (let at = waiting.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.next() * (at + 1));
    const [one, two] = [waiting[at], waiting[other]];
    if (one !== undefined && two !== undefined) [waiting[at], waiting[other]] = [two, one];
  }
  const took = new Map<Kind, number[]>(names.map((kind) => [kind, []]));
  const answers = new Set<string>();
  say(`${waiting.length} attempts in random order, ${lanes} at a time`);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let kind = waiting.pop(); kind !== undefined; kind = waiting.pop()) {
        const { milliseconds, answer } = await attempt(quad, kinds[kind]);
        took.get(kind)?.push(milliseconds);
        answers.add(answer);
      }
    }),
  );
  await quad.stop();
  return judge(took, answers);
}

async function attempt(quad: Quad, typed: object): Promise<{ milliseconds: number; answer: string }> {
  const asked = await ask(`${quad.url}/api/support/password-reset/challenge`);
  const { data: challenge } = JSON.parse(asked.body) as { data: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey });
  const captchaValue = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const body = JSON.stringify({ ...typed, captchaValue });
  const began = performance.now();
  const answer = await ask(`${quad.url}/api/support/password-reset/attempt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body,
  });
  const same = `${answer.status} ${answer.body.replace(/"requestId":"[^"]{36}"/, '')}`;
  return { milliseconds: performance.now() - began, answer: same };
}

function judge(took: ReadonlyMap<Kind, readonly number[]>, answers: ReadonlySet<string>): Findings {
  const base = took.get('no such account') ?? [];
  const figures: { what: string; value: string }[] = [];
  const faults: string[] = [];
  for (const [kind, times] of took) {
    const difference = medianOf(times) - medianOf(base);
    const z = rankSum(times, base);
    const compared = times === base ? '' : `, ${difference.toFixed(2)} ms apart, z ${z.toFixed(2)}`;
    figures.push({
      what: `${kind}, ${times.length} times`,
      value: `median ${medianOf(times).toFixed(1)} ms${compared}`,
    });
    if (Math.abs(difference) >= mostDifference && Math.abs(z) > significant)
      faults.push(`"${kind}" can be told from an account that does not exist: ${difference.toFixed(1)} ms.`);
  }
  figures.push({ what: 'different answers', value: String(answers.size) });
  if (answers.size !== 1) faults.push(`There were ${answers.size} different answers.`);
  return { figures, faults };
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
