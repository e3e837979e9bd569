import { setTimeout as pause } from 'node:timers/promises';
import { currentMemory } from '../harness/proc.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { flood } from './hostile/flood.ts';
import { describeTimes, watchAnswers } from './hostile/health.ts';
import { openSlowly } from './hostile/slow-crowd.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';

/** Megabytes that one flood may take. */
const mostGrowth = 500;
/** Milliseconds within which nearly every request of another person is answered. */
const longestWait = 5_000;

interface Flood {
  what: string;
  /** @returns what came of it */
  send(quad: Quad, cookie: string): Promise<string>;
}

export const floods: Scenario = {
  name: 'floods',
  about:
    'a thousand requests at once: large bodies, endless pipelines, stalled uploads, with a session and without',
  async run(torture) {
    const quad = await startQuad({ dataFolder: await temporaryFolder() });
    const cookie = await quad.signIn('it');
    const found: Findings[] = [];
    for (const one of all) found.push(await watch(one, quad, cookie, torture));
    await quad.stop();
    return {
      figures: found.flatMap(({ figures }) => figures),
      faults: found.flatMap(({ faults }) => faults),
    };
  },
};

/** Sends a flood while another person keeps using the portal. */
async function watch(one: Flood, quad: Quad, cookie: string, { say }: Torture): Promise<Findings> {
  say(one.what);
  const other = await quad.signIn('student');
  // By then, what the last one left has been collected.
  await pause(3_000);
  const before = currentMemory(quad.pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, currentMemory(quad.pid));
  }, 50);
  const begun = performance.now();
  const others = watchAnswers(`${quad.url}/api/auth/account`, { cookie: other });
  const came = await one.send(quad, cookie);
  const { took, wrong } = await others.stop();
  const seconds = Math.round((performance.now() - begun) / 1000);
  clearInterval(timer);
  const slowest = took[Math.floor(took.length * 0.99)] ?? Number.NaN;
  return {
    figures: [
      { what: one.what, value: `${came} (${seconds} s)` },
      { what: '  memory before, and at most', value: `${Math.round(before)} MB, ${Math.round(most)} MB` },
      { what: '  requests of another person', value: `${took.length}, ${describeTimes(took)}` },
    ],
    faults: [
      ...(most - before > mostGrowth ? [`${one.what}: memory grew to ${Math.round(most)} MB.`] : []),
      ...(wrong > 0 ? [`${one.what}: ${wrong} of ${took.length} requests of another person failed.`] : []),
      ...(slowest > longestWait ? [`${one.what}: another person waited ${Math.round(slowest)} ms.`] : []),
    ],
  };
}

const sameSite = ['Host: localhost', 'Sec-Fetch-Site: same-origin'];
const lines = (...written: string[]) => `${written.join('\r\n')}\r\n\r\n`;

/** Far more of these objects are in memory than there are bytes. */
const expensiveJson = `{"a":[${'[1,{}],'.repeat(36_000)}0]}`;
const largeJson = `{"a":"${'x'.repeat(1024 * 1024 - 100)}"}`;

function post(path: string, json: string, ...headers: string[]): Buffer {
  const head = lines(
    `POST ${path} HTTP/1.1`,
    ...sameSite,
    ...headers,
    'Content-Type: application/json',
    `Content-Length: ${json.length}`,
    'Connection: close',
  );
  return Buffer.from(head + json);
}

const summary = (statuses: ReadonlyMap<number, number>) =>
  [...statuses].map(([status, times]) => `${times} times ${status === 0 ? 'cut off' : status}`).join(', ');

const all: readonly Flood[] = [
  {
    what: '1,000 bodies of 1 MB at an address that does not exist',
    send: async ({ port }) => summary(await flood(port, 1_000, post('/api/nothing', largeJson))),
  },
  {
    what: '20 connections with 20,000 requests each, sent without waiting for a response',
    send: async ({ port }) => {
      const one = lines('GET /sign-in HTTP/1.1', ...sameSite);
      return summary(await flood(port, 20, Buffer.from(one.repeat(20_000))));
    },
  },
  {
    what: '1,000 bodies of 250 kB, of one person',
    send: async ({ port }, cookie) =>
      summary(await flood(port, 1_000, post('/api/redirects', expensiveJson, `Cookie: ${cookie}`))),
  },
  {
    what: '1,000 searches in all tools, of one person',
    send: async ({ port }, cookie) => {
      const search = lines(
        'GET /api/find?q=an%20email HTTP/1.1',
        ...sameSite,
        `Cookie: ${cookie}`,
        'Connection: close',
      );
      return summary(await flood(port, 1_000, Buffer.from(search)));
    },
  },
  {
    what: '1,000 uploads of one person that stall',
    send: async ({ port }, cookie) => {
      const head = lines(
        'POST /api/files/upload HTTP/1.1',
        ...sameSite,
        `Cookie: ${cookie}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 90000000',
      );
      const part = lines('--x', 'Content-Disposition: form-data; name="file"; filename="a.txt"');
      const crowd = await openSlowly(port, 1_000, { begin: head + part + 'x'.repeat(1_000_000) });
      await pause(5_000);
      const open = crowd.open();
      crowd.end();
      return `${open} under way`;
    },
  },
];
