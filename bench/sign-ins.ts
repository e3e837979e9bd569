import { Agent } from 'node:http';
import { type Answer, ask } from '../harness/ask.ts';
import { campusWith } from '../harness/campus.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { clientId, startCollegeProvider } from './harness/college-provider.ts';
import { type Bench, figure, type Line, type Report, type Row } from './harness/row.ts';
import { percentile } from './harness/statistics.ts';

const people = 2_000;
const minute = 60_000;

export const signIns: Row = {
  name: 'sign-ins',
  about: '2,000 people signing in within one minute, from the button to their dashboard',
  run,
};

async function run({ say, profileFolder }: Bench): Promise<Report> {
  const provider = await startCollegeProvider();
  const quad = await startQuad({
    dataFolder: await temporaryFolder(),
    environment: {
      QUAD_CAMPUS: await campusWith({ issuer: provider.issuer, clientId, groups: ['Domain-Student'] }),
      QUAD_DEMO: 'off',
    },
    profileFolder,
  });
  say(`${people} different people by OpenID Connect, one minute`);
  const college = await crowd((number) => signInByOidc(quad, number));
  const [counted] = await quad.query<{ sessions: number; people: number }>(`
    select (select count(*)::int from sessions) as sessions,
      (select count(*)::int from identities where provider = 'college') as people`);
  const memory = quad.peakMemory();
  await quad.stop();
  await provider.stop();
  return {
    lines: [...linesOf('OpenID Connect, new people', college), figure('peak memory', 'MB', [memory])],
    remarks: [
      'They come at random moments of the minute, each with their own browser, and do not wait for one another.',
    ],
    faults: [
      ...college.failures.slice(0, 3),
      ...(counted?.people === people ? [] : [`${counted?.people} people are known instead of ${people}.`]),
      ...(counted?.sessions === people
        ? []
        : [`There are ${counted?.sessions} sessions instead of ${people}.`]),
    ],
  };
}

interface Crowd {
  /** Milliseconds from the button to the page, for everyone who arrived. */
  took: number[];
  failures: string[];
}

/** Signs in everyone, at times that do not depend on how the others fare. */
async function crowd(signIn: (number: number) => Promise<void>): Promise<Crowd> {
  const found: Crowd = { took: [], failures: [] };
  const moments = Array.from({ length: people }, () => Math.random() * minute);
  await Promise.all(
    moments.map(async (moment, number) => {
      await new Promise((resolve) => setTimeout(resolve, moment));
      const begin = performance.now();
      try {
        await signIn(number);
        found.took.push(performance.now() - begin);
      } catch (error) {
        found.failures.push(error instanceof Error ? error.message : String(error));
      }
    }),
  );
  return found;
}

function linesOf(what: string, { took }: Crowd): Line[] {
  const sorted = took.toSorted((one, other) => one - other);
  return [
    figure(`${what}: arrived at their dashboard`, '%', [(took.length / people) * 100], { atLeast: 100 }),
    figure(`${what}: the slowest of twenty (p95)`, 'ms', [percentile(sorted, 0.95)], { atMost: 1_000 }),
    figure(`${what}: half of them (p50)`, 'ms', [percentile(sorted, 0.5)]),
    figure(`${what}: the slowest of all`, 'ms', [sorted.at(-1) ?? Number.NaN]),
  ];
}

/** One browser: it follows redirects itself and keeps its cookies and its connection. */
function openBrowser(quad: Quad) {
  const agent = new Agent({ keepAlive: true });
  const cookies = new Map<string, string>();
  return {
    async go(url: string, more: Parameters<typeof ask>[1] = {}): Promise<Answer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(url.startsWith(quad.url) && cookie !== '' ? { cookie } : {}), ...more.headers };
      const answer = await ask(url, { ...more, headers, agent });
      for (const line of answer.cookies) {
        const at = line.indexOf('=');
        cookies.set(line.slice(0, at), line.slice(at + 1));
      }
      if (answer.status >= 400)
        throw new Error(`${new URL(url).pathname}: ${answer.status} ${answer.body.slice(0, 300)}`);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

async function signInByOidc(quad: Quad, number: number): Promise<void> {
  const browser = openBrowser(quad);
  try {
    const begun = await browser.go(`${quad.url}/api/auth/providers/college/login?redirect=%2Fmy-dashboard`);
    const passed = await browser.go(begun.location ?? '', { headers: { 'x-person': String(number) } });
    const back = await browser.go(passed.location ?? '');
    await arrive(quad, browser, back, `person-${number}@sawtooth.example`);
  } finally {
    browser.close();
  }
}

/** The dashboard with their own account in it. */
async function arrive(
  quad: Quad,
  browser: ReturnType<typeof openBrowser>,
  back: Answer,
  email: string,
): Promise<void> {
  const target = new URL(back.location ?? '', quad.url);
  if (target.pathname !== '/my-dashboard') throw new Error(`${email} ended up at ${target.pathname}.`);
  const page = await browser.go(target.href);
  if (page.status !== 200 || !page.body.includes(email)) throw new Error(`${email} got someone else's page.`);
}
