import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'ldapts';
import { ask } from '../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { openBrowser } from './harness/chromium.ts';
import { campusOf, college, passwordOf, secrets, startCollegeSlapd } from './harness/college-slapd.ts';
import { type Bench, compare, figure, type Line, type Report, type Row } from './harness/row.ts';
import { percentile } from './harness/statistics.ts';

type Slapd = Awaited<ReturnType<typeof startCollegeSlapd>>;

const everyone = college.employees + college.students;
/** In each round, on each side. */
const signInsAtATime = 100;
const atOnce = 10;

export const directory: Row = {
  name: 'directory',
  about: 'a directory of 50,000 people from OpenLDAP: sync, sign-ins, people search, the Employee Directory',
  run,
};

async function run({ rounds, say, profileFolder }: Bench): Promise<Report> {
  say(`filling OpenLDAP with ${everyone.toLocaleString('en-US')} people`);
  const slapd = await startCollegeSlapd();
  const quad = await startQuad({
    dataFolder: await temporaryFolder(),
    environment: { QUAD_CAMPUS: await campusOf(slapd.url), ...secrets },
    profileFolder,
  });
  say('reading the directory');
  const atStart = quad.peakMemory();
  const first = await sync(quad);
  const afterFirst = quad.peakMemory();
  const unchanged = [];
  for (let round = 0; round < rounds; round += 1) unchanged.push(await sync(quad));
  const afterAll = quad.peakMemory();
  say(`signing in, ${signInsAtATime} people in each of ${rounds} rounds`);
  const signIns = await signInBesideBinds(quad, slapd, rounds);
  const cookie = await signIn(quad, 0);
  say('searching');
  const searches = await search(quad, cookie);
  say(`the Employee Directory with ${college.employees.toLocaleString('en-US')} employees`);
  const screen = await openEmployeeDirectory(quad, cookie, rounds);
  await quad.stop();
  await slapd.slapd.close();
  const perSync = unchanged.map(({ seconds }) => seconds);
  return {
    lines: [
      figure(`first reading of ${everyone.toLocaleString('en-US')} people`, 's', [first.seconds]),
      figure('reading them again, unchanged', 's', perSync),
      figure('peak memory: before, with the first reading, with the others', 'MB', [
        atStart,
        afterFirst,
        afterAll,
      ]),
      compare({
        what: `sign-ins by LDAP, ${atOnce} at once`,
        unit: '/s',
        ours: signIns.ours,
        limit: signIns.bare,
        against: 'bare: connect, bind, search, bind',
      }),
      figure('people search: half of them take', 'ms', [percentile(searches, 0.5)]),
      figure('people search: the slowest of twenty (p95)', 'ms', [percentile(searches, 0.95)]),
      ...screen,
    ],
    remarks: [`The first reading: ${first.said}`, `The last one: ${unchanged.at(-1)?.said ?? ''}`],
    faults: [
      ...(first.said.includes(`of ${everyone} people`) ? [] : [`The first reading said: ${first.said}`]),
      ...unchanged.filter(({ said }) => !said.includes('has not changed')).map(({ said }) => said),
      ...signIns.faults.slice(0, 3),
    ],
  };
}

/** Has the job run now, as its schedule does. */
async function sync(quad: Quad): Promise<{ seconds: number; said: string }> {
  const [job] = await quad.query<{ id: string }>(
    `insert into jobs.job (name, data, expire_seconds) values ('directory.sync-ldap', '{}', 1800) returning id`,
  );
  for (;;) {
    const [row] = await quad.query<{ state: string; seconds: number; output: { said?: string } | null }>(
      `select state, extract(epoch from completed_on - started_on)::float as seconds, output
       from jobs.job where id = $1`,
      [job?.id],
    );
    if (row?.state === 'completed') return { seconds: row.seconds, said: JSON.stringify(row.output) };
    if (row?.state === 'failed') throw new Error(`The sync failed: ${JSON.stringify(row.output)}`);
    await pause(200);
  }
}

async function signIn(quad: Quad, number: number): Promise<string> {
  const answer = await ask(`${quad.url}/api/auth/providers/campus/login`, {
    method: 'POST',
    headers: { origin: quad.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      username: `p${number}`,
      password: passwordOf(number),
      redirect: '/',
    }).toString(),
  });
  const cookie = answer.cookies.find((one) => one.includes('session='));
  if (answer.status !== 303 || cookie === undefined) throw new Error(`p${number}: ${answer.status}`);
  return cookie;
}

/** The least that a sign-in with a directory server has to do. */
async function bindBare({ url, service, dnOf, suffix }: Slapd, number: number): Promise<void> {
  const client = new Client({ url });
  await client.bind(service.dn, service.password);
  await client.search(suffix, { filter: `(uid=p${number})`, attributes: ['mail'] });
  await client.bind(dnOf(number), passwordOf(number));
  await client.unbind();
}

async function signInBesideBinds(quad: Quad, slapd: Slapd, rounds: number) {
  const [ours, bare, faults]: [number[], number[], string[]] = [[], [], []];
  let next = 1;
  const perSecond = async (one: (number: number) => Promise<unknown>) => {
    const numbers = Array.from({ length: signInsAtATime }, () => next++);
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop())
          await one(number).catch((error: unknown) => faults.push(String(error)));
      }),
    );
    return (signInsAtATime / (performance.now() - begin)) * 1_000;
  };
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await perSecond((number) => signIn(quad, number)));
    bare.push(await perSecond((number) => bindBare(slapd, number)));
  }
  return { ours, bare, faults };
}

/** Milliseconds of each search, sorted: names, parts of them, two words, and a name that no one has. */
async function search(quad: Quad, cookie: string): Promise<number[]> {
  const words = [
    'ada',
    'hale',
    'fenn ida',
    'ler12',
    'p4711',
    'irwin1 jo',
    'kit',
    'zzzz',
    'department 7',
    'a',
    'liv b',
  ];
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1)
    for (const word of words) {
      const begin = performance.now();
      const address = `${quad.url}/api/directory/people?${new URLSearchParams({ search: word })}`;
      const { status } = await ask(address, { headers: { cookie } });
      if (status !== 200) throw new Error(`The search for ${word}: ${status}`);
      took.push(performance.now() - begin);
    }
  return took.toSorted((one, other) => one - other);
}

/** In a real browser: the first paint, the list, and what typing a letter into the filter takes until it is painted. */
async function openEmployeeDirectory(quad: Quad, cookie: string, rounds: number): Promise<Line[]> {
  const [paints, lists, letters, filtered]: number[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const { context, close } = await openBrowser(quad, { person: null });
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: quad.url }]);
    const page = await context.newPage();
    await page.goto(`${quad.url}/organization/employee-directory`);
    const count = page.getByRole('status').filter({ hasText: /people in/ });
    await count.waitFor();
    lists?.push(await page.evaluate(() => performance.now()));
    paints?.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    const field = page.getByRole('searchbox', { name: 'Search by name' });
    await field.focus();
    for (const letter of 'hale') letters?.push(await timeOf(page, () => page.keyboard.press(letter)));
    filtered?.push(
      await timeOf(page, async () => {
        await page.keyboard.press('Enter');
        await page.waitForURL(/name=hale/);
      }),
    );
    await close();
  }
  const people = college.employees.toLocaleString('en-US');
  return [
    figure(`${people} employees: first paint`, 'ms', paints ?? []),
    figure(`${people} employees: the list is there`, 'ms', lists ?? []),
    figure(`${people} employees: a letter typed into the filter`, 'ms', letters ?? []),
    figure(`${people} employees: the filtered list, after Enter`, 'ms', filtered ?? []),
  ];
}

interface Evaluates {
  evaluate<T>(work: () => Promise<T>): Promise<T>;
}

/** Until the frame after it is painted. */
async function timeOf(page: Evaluates, act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return performance.now() - begin;
}
