import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { busyCampus } from '../harness/campus.ts';
import { currentMemory, openFiles } from '../harness/proc.ts';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import type { Scenario } from './scenario.ts';
import { slopePerMinute } from './slope.ts';
import { compare } from './writes/compare.ts';
import { createFollower } from './writes/follower.ts';
import { createLedger } from './writes/ledger.ts';
import { createPlanner } from './writes/plan.ts';
import { type Portal, signInAll, writeUntil } from './writes/writer.ts';

const writers = 3;
const readers = 4;
const sampleEvery = 5_000;
/** The start, when caches fill up and code is compiled, says nothing about a leak. */
const settling = 0.25;
/** Megabytes per minute. */
const mostGrowth = 1;
/** Connections of the pool and of browsers come and go. */
const mostMoreFiles = 20;
const paths = [
  '/',
  '/my-dashboard',
  '/api/auth/account',
  '/api/redirects?page=1&search=soak',
  '/api/departments/residence-life/resident-assistants/logs?page=1&followUp=true',
  '/api/jobs?page=1',
  '/health/ready',
];

export const soak: Scenario = {
  name: 'soak',
  about:
    'Everything at once for half an hour: memory and open files stay what they were, nothing is unhandled',
  async run({ seconds, random, say }) {
    const duration = (seconds ?? 30 * 60) * 1_000;
    const quad = await startQuad({
      dataFolder: await temporaryFolder(),
      environment: { QUAD_CAMPUS: await busyCampus() },
    });
    const portal = await signInAll(quad);
    const ledger = createLedger();
    const follower = await createFollower(portal, 'soakfollowed', ledger, random);
    let over = false;
    const isOver = () => over;
    const read = { answers: 0, wrong: 0 };
    const working = Promise.all([
      ...Array.from({ length: writers }, (_, index) =>
        writeUntil(portal, createPlanner(`soak${index}`, ledger, random), ledger, isOver),
      ),
      ...Array.from({ length: readers }, (_, index) => readUntil(portal, index, read, isOver)),
      follower.followUntil(isOver),
    ]);
    working.catch(() => undefined);
    const began = Date.now();
    const samples: { minute: number; megabytes: number; files: number }[] = [];
    while (Date.now() - began < duration && quad.isAlive()) {
      await pause(Math.min(sampleEvery, duration / 8));
      const minute = (Date.now() - began) / 60_000;
      samples.push({ minute, megabytes: currentMemory(quad.pid), files: openFiles(quad.pid) });
      say(
        `${minute.toFixed(1)} min: ${samples.at(-1)?.megabytes.toFixed(0)} MB, ${ledger.acknowledged} writes`,
      );
    }
    over = true;
    await working;
    const settled = samples.slice(Math.floor(samples.length * settling));
    const slope = slopePerMinute(settled.map(({ minute, megabytes }) => [minute, megabytes]));
    const files = settled.map((sample) => sample.files);
    const moreFiles = Math.max(...files) - (files[0] ?? 0);
    const compared = await compare(quad, 'soak', ledger);
    const visits = await follower.compare(quad, null);
    await quad.stop();
    const unhandled = quad.complaints();
    const faults = [...compared.faults, ...visits.faults];
    // Over a shorter time, the slope is that of the garbage collector.
    const isLong = duration >= 10 * 60_000;
    if (isLong && slope > mostGrowth) faults.push(`Memory grew by ${slope.toFixed(2)} MB a minute.`);
    if (moreFiles > mostMoreFiles) faults.push(`${moreFiles} more files were open than at the start.`);
    if (read.wrong > 0) faults.push(`${read.wrong} questions got a wrong answer.`);
    if (unhandled !== '') faults.push(`The server complained: ${unhandled.slice(0, 500)}`);
    const figure = (what: string, value: number | string) => ({ what, value });
    return {
      figures: [
        figure('minutes', (duration / 60_000).toFixed(1)),
        figure('writes acknowledged', ledger.acknowledged),
        figure('writes lost', compared.lost),
        figure('questions answered', read.answers),
        figure('links followed', visits.answered),
        figure('memory at first and at last', `${ends(settled.map(({ megabytes }) => megabytes))} MB`),
        figure('memory slope', `${slope.toFixed(2)} MB a minute`),
        figure('open files at first and at last', ends(files)),
        figure(
          'unhandled rejections and warnings',
          unhandled === '' ? 0 : unhandled.trim().split('\n').length,
        ),
      ],
      faults,
    };
  },
};

const ends = (values: readonly number[]) =>
  `${Math.round(values[0] ?? 0)}, ${Math.round(values.at(-1) ?? 0)}`;

async function readUntil(
  { url, cookies }: Portal,
  start: number,
  read: { answers: number; wrong: number },
  isOver: () => boolean,
): Promise<void> {
  for (let turn = start; !isOver(); turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    const answer = await ask(`${url}${path}`, { headers: { cookie: cookies.it }, patience: 20_000 });
    read.answers += 1;
    if (answer.status !== 200) read.wrong += 1;
    await pause(10);
  }
}
