import { cp, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ask } from '../harness/ask.ts';
import { root, startProgram } from '../harness/program.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { startBareRedirect } from './harness/bare-redirect.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';

/** The longest a college may wait for its first page, in seconds. */
const goal = { atMost: 5 };

export const start: Row = {
  name: 'start',
  about: 'From the start of the program to its first answer with data, compared to the start of bare Fastify',
  run,
};

async function run({ rounds, data, say }: Bench): Promise<Report> {
  const dataFolder = await data.withRows('short-links', 1_200);
  const first = await startQuad({ dataFolder });
  // A session outlives the program, so the first response after a start can be one with data.
  const cookie = await first.signIn('it');
  await first.stop();

  const own = await startOwnDatabase();
  say(`${rounds} rounds: bare Fastify, Quad with its database, on one that runs already, from its sources`);
  const results = await interleave(rounds, {
    bare: timeBare,
    quad: () => timeQuad({ dataFolder }, '/api/redirects?page=1', cookie),
    alone: () => timeQuad(own.options, '/api/redirects?page=1', own.cookie),
    sources: () => timeQuad({ dataFolder, fromSources: true }, '/api/redirects?page=1', cookie),
  });
  await own.stop();

  say(`${rounds} rounds: npm start in an installed checkout`);
  const checkout = await copyCheckout();
  const unbuilt = await timeCheckout(checkout);
  const fresh: number[] = [];
  for (let round = 0; round < rounds; round += 1) fresh.push(await timeCheckout(checkout));

  const against = 'bare Fastify';
  const times = (of: readonly Took[]) => of.map(({ seconds }) => seconds);
  const busy = (of: readonly Took[]) => of.map((took) => took.busy);
  const limit = times(results.bare);
  return {
    lines: [
      compare({
        what: 'program, database and first answer with data',
        unit: 's',
        ours: times(results.quad),
        limit,
        against,
        goal: { atMost: 4 },
      }),
      compare({
        what: 'the same on a database that runs already',
        unit: 's',
        ours: times(results.alone),
        limit,
        against,
      }),
      compare({
        what: 'from the sources, as npm run dev and the tests run it',
        unit: 's',
        ours: times(results.sources),
        limit,
        against,
      }),
      compare({
        what: 'processor time of the program until then',
        unit: 's',
        ours: busy(results.quad),
        limit: busy(results.bare),
        against,
      }),
      compare({
        what: 'the same from the sources',
        unit: 's',
        ours: busy(results.sources),
        limit: busy(results.bare),
        against,
      }),
      figure('npm start in an installed checkout, new data, to the home page', 's', fresh, goal),
      figure('the very first time, when screens and server have to be built', 's', [unbuilt], goal),
    ],
    remarks: ['Quad was asked every few milliseconds from its start on until it answered with data.'],
    faults: [],
  };
}

interface Took {
  seconds: number;
  /** The part of these spent on a processor, without the database. */
  busy: number;
}

async function timeBare(): Promise<Took> {
  const { program, port, startedAt } = await startBareRedirect([['here', 'https://there.example/']]);
  await untilAnswers(`http://localhost:${port}/r/here`, (answer) => answer.status === 302);
  const took = { seconds: (performance.now() - startedAt) / 1000, busy: program.processorTime() };
  await program.stop();
  return took;
}

interface TimedQuad {
  dataFolder: string;
  environment?: Record<string, string>;
  fromSources?: boolean;
}

async function timeQuad(options: TimedQuad, address: string, cookie: string): Promise<Took> {
  const port = await freePort();
  const begin = performance.now();
  const starting = startQuad({ ...options, port });
  await untilAnswers(
    `http://localhost:${port}${address}`,
    ({ status, body }) => status === 200 && (JSON.parse(body) as { data: unknown[] }).data.length > 0,
    cookie,
  );
  const seconds = (performance.now() - begin) / 1000;
  const quad = await starting;
  const took = { seconds, busy: quad.processorTime() };
  await quad.stop();
  return took;
}

/** A second PostgreSQL that is already running, as at a college with its own; a Quad keeps it for us. */
async function startOwnDatabase() {
  const keeper: Quad = await startQuad({ dataFolder: await temporaryFolder() });
  const cookie = await keeper.signIn('it');
  const { host } = keeper.connection;
  const environment = {
    DATABASE_URL: `postgresql:///quad?host=${encodeURIComponent(host ?? '')}&user=quad`,
    QUAD_DEMO: 'on',
  };
  return { options: { dataFolder: await temporaryFolder(), environment }, cookie, stop: keeper.stop };
}

/** A copy of the current checkout with its packages, but never started. */
async function copyCheckout(): Promise<string> {
  const folder = await temporaryFolder();
  const parts = ['src', 'scripts', 'campus', 'migrations', 'docs'];
  const files = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'postcss.config.mjs',
    'tsconfig.json',
  ];
  for (const part of [...parts, ...files]) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Times `npm start` with new data, up to a complete home page. */
async function timeCheckout(checkout: string): Promise<number> {
  const dataFolder = path.join(await temporaryFolder(), 'data');
  await mkdir(dataFolder);
  const port = await freePort();
  const begin = performance.now();
  const starting = startProgram(['scripts/start.mjs'], {
    folder: checkout,
    environment: { PORT: String(port), QUAD_DATA: dataFolder },
    ready: 'Quad is ready',
  });
  await untilAnswers(
    `http://localhost:${port}/`,
    ({ status, body }) => status === 200 && body.endsWith('</html>\n'),
  );
  const took = performance.now() - begin;
  const program = await starting;
  await program.stop();
  return took / 1000;
}

const patience = 60_000;

async function untilAnswers(
  url: string,
  isWanted: (answer: { status: number; body: string }) => boolean,
  cookie = '',
): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    const answer = await ask(url, cookie === '' ? {} : { headers: { cookie } }).catch(() => null);
    if (answer !== null && isWanted(answer)) return;
    if (performance.now() > deadline) throw new Error(`${url} did not answer: ${answer?.status}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
