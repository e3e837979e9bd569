import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { currentMemory, openFiles } from '../harness/proc.ts';
import { runProgram } from '../harness/program.ts';
import { type Quad, quadEnvironment, startQuad, temporaryFolder } from '../harness/quad.ts';
import { connectionLimits } from '../src/platform/server/http/limits.ts';
import { describeTimes, watchHealth } from './hostile/health.ts';
import { openSlowly } from './hostile/slow-crowd.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';

export const hostileHttp: Scenario = {
  name: 'hostile-http',
  about: 'slow clients, thousands of idle connections, readers of a byte a second, 100,000 guessed names',
  async run(torture) {
    const dataFolder = await temporaryFolder();
    torture.say('filling in 300,000 short links, so that their export is large');
    await runProgram(['src/entry/seed.ts', 'short-links', '300000'], quadEnvironment(dataFolder));
    const quad = await startQuad({ dataFolder });
    const parts = [
      await slowClients(quad, torture),
      await slowReaders(quad, torture),
      await idleConnections(quad, torture),
      await guesses(quad, torture),
    ];
    await quad.stop();
    return {
      figures: parts.flatMap(({ figures }) => figures),
      faults: parts.flatMap(({ faults }) => faults),
    };
  },
};

const figure = (what: string, value: number | string) => ({ what, value });
const isOver = (limit: number, slack: number) => limit + connectionLimits.checkEvery + slack;
const seconds = (milliseconds: number | null) =>
  milliseconds === null ? 'never' : `${Math.round(milliseconds / 1000)} s`;

/** A thousand clients with slow headers and a thousand with a slow body, while others are served (M07). */
async function slowClients({ port, url }: Quad, { say }: Torture): Promise<Findings> {
  say('1,000 connections with slow headers and 1,000 with a slow body');
  const request =
    'POST /api/auth/providers/demo/login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n';
  const form = `${request}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n`;
  const watch = watchHealth(url);
  const drip = { text: 'a', every: 2_000 };
  const headers = await openSlowly(port, 1_000, { begin: `${request}X-Slow: `, drip });
  const bodies = await openSlowly(port, 1_000, { begin: form, drip });
  const closed = [
    await headers.closed(isOver(connectionLimits.headers, 20_000)),
    await bodies.closed(isOver(connectionLimits.request, 20_000)),
  ];
  const { took, wrong } = await watch.stop();
  headers.end();
  bodies.end();
  return {
    figures: [
      figure('1,000 with slow headers, all closed after', seconds(closed[0] ?? null)),
      figure('1,000 with a slow body, all closed after', seconds(closed[1] ?? null)),
      figure('readiness asked in the meantime', `${took.length} times, ${describeTimes(took)}`),
    ],
    faults: [
      ...(closed.includes(null) ? ['Slow clients were not closed.'] : []),
      ...(wrong > 0
        ? [`${wrong} of ${took.length} questions for readiness were not answered with 200.`]
        : []),
    ],
  };
}

/** Five hundred clients that read a large download at a byte a second (M09), and are cut off. */
async function slowReaders(quad: Quad, { say }: Torture): Promise<Findings> {
  say('500 readers of a large download at 1 byte a second');
  const { pid, port, url } = quad;
  const cookie = await quad.signIn('it');
  const whole = await ask(`${url}/api/redirects/export`, { headers: { cookie } });
  const before = { memory: currentMemory(pid), files: openFiles(pid) };
  const watch = watchHealth(url);
  const begin = `GET /api/redirects/export HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
  const crowd = await openSlowly(port, 500, { begin, reads: 1 });
  const begun = performance.now();
  let most = 0;
  let closed: number | null = null;
  // Judged by what the server has open: a client that reads nothing does not notice that it was closed.
  while (closed === null && performance.now() - begun < isOver(connectionLimits.silence, 60_000)) {
    await pause(500);
    most = Math.max(most, currentMemory(pid));
    if (openFiles(pid) <= before.files + 10) closed = performance.now() - begun;
  }
  const { took, wrong } = await watch.stop();
  crowd.end();
  const size = Buffer.byteLength(whole.body) / 1e6;
  return {
    figures: [
      figure('size of the download', `${Math.round(size)} MB`),
      figure('500 readers of 1 byte a second, all closed after', seconds(closed)),
      figure('memory before, and at most', `${Math.round(before.memory)} MB, ${Math.round(most)} MB`),
      figure('readiness asked in the meantime', `${took.length} times, ${describeTimes(took)}`),
    ],
    faults: [
      ...(whole.status === 200 ? [] : [`The download answered ${whole.status}.`]),
      ...(closed === null ? ['Slow readers were not closed.'] : []),
      ...(most - before.memory > 200 ? [`Memory grew from ${before.memory} to ${most} MB.`] : []),
      ...(wrong > 0
        ? [`${wrong} of ${took.length} questions for readiness were not answered with 200.`]
        : []),
    ],
  };
}

/** Ten thousand connections that were used once and kept open (M08). */
async function idleConnections({ pid, port, url }: Quad, { say }: Torture): Promise<Findings> {
  const allowed = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  const count = Math.min(10_000, Math.floor((allowed - 500) / 1_000) * 1_000);
  say(`${count} idle connections${count < 10_000 ? `, since a process may open ${allowed} files here` : ''}`);
  const before = currentMemory(pid);
  const begin = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const crowd = await openSlowly(port, count, { begin });
  await pause(2_000);
  const open = crowd.open();
  const watch = watchHealth(url);
  await pause(10_000);
  const { took, wrong } = await watch.stop();
  const after = currentMemory(pid);
  const closed = await crowd.closed(isOver(connectionLimits.keepAlive, 30_000));
  crowd.end();
  return {
    figures: [
      figure('idle connections held', open),
      figure('readiness with them', `${took.length} times, ${describeTimes(took)}`),
      figure('memory before and with them', `${Math.round(before)} MB, ${Math.round(after)} MB`),
      figure('all closed after', seconds(closed)),
    ],
    faults: [
      ...(open === count ? [] : [`Only ${open} of ${count} connections stayed open.`]),
      ...(closed === null ? ['Idle connections were not closed.'] : []),
      ...(wrong > 0
        ? [`${wrong} of ${took.length} questions for readiness were not answered with 200.`]
        : []),
    ],
  };
}

/** One network guesses names (I05). */
async function guesses(quad: Quad, { rounds, say }: Torture): Promise<Findings> {
  const count = rounds ?? 100_000;
  say(`${count} guessed names, and one link that exists`);
  const visits = 'select coalesce(sum(visits), 0)::int as visits from short_links';
  const [before] = await quad.query<{ visits: number }>(visits);
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const watch = watchHealth(quad.url);
  const begun = performance.now();
  let guess = 0;
  const guesser = async () => {
    while (guess < count) {
      guess += 1;
      const { status } = await ask(`${quad.url}/api/r/guess-${guess}`, { agent });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 50 }, guesser));
  const took = (performance.now() - begun) / 1000;
  const { took: health, wrong } = await watch.stop();
  agent.destroy();
  await pause(2_000);
  const [after] = await quad.query<{ visits: number }>(visits);
  const summary = [...statuses].map(([status, times]) => `${times} times ${status}`).join(', ');
  // This many a minute may miss.
  const allowed = 60 * Math.ceil(took / 60 + 1);
  const misses = statuses.get(404) ?? 0;
  const others = [...statuses.keys()].filter((status) => status !== 404 && status !== 429);
  return {
    figures: [
      figure('guessed names', `${count} in ${Math.round(took)} s: ${summary}`),
      figure('readiness asked in the meantime', `${health.length} times, ${describeTimes(health)}`),
    ],
    faults: [
      ...(misses <= allowed ? [] : [`${misses} guesses were answered with 404.`]),
      ...(others.length === 0 ? [] : [`Some guesses were answered with ${others.join(', ')}.`]),
      ...(after?.visits === before?.visits ? [] : ['Guesses changed the visits.']),
      ...(wrong > 0
        ? [`${wrong} of ${health.length} questions for readiness were not answered with 200.`]
        : []),
    ],
  };
}
