import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import type { Random } from '../../harness/random.ts';
import { createLedger, type Ledger } from '../writes/ledger.ts';
import { createPlanner } from '../writes/plan.ts';
import { type Portal, signInAll, writeUntil } from '../writes/writer.ts';

const writers = 4;
/** Time between two rounds of probes, in milliseconds. */
const probeEvery = 200;
/** The longest response, in milliseconds: a lock waits 3 s, a connection 4 s, and the machine is shared. */
const mostWait = 20_000;
/** How soon everything has to be back to normal, in milliseconds. */
export const mostRecovery = 5_000;

/** Quad with people at work and probes that check it all the time. */
export interface Stage {
  readonly quad: Quad;
  readonly portal: Portal;
  readonly ledger: Ledger;
  readonly faults: string[];
  /** What the probes have seen since the last call. */
  takeTally(): Tally;
  ready(): Promise<boolean>;
  /** Lines of the log with level error or warn. */
  complaints(): number;
  /**
   * Resolves when Quad is ready and a new write is acknowledged.
   * @returns how long that took
   */
  untilWell(): Promise<number>;
  /** Stops all writers and probes. */
  end(): Promise<void>;
}

export interface Tally {
  answers: number;
  refused: number;
  slowest: number;
}

export async function openStage(quad: Quad, random: Random): Promise<Stage> {
  const portal = await signInAll(quad);
  const ledger = createLedger();
  const faults: string[] = [];
  let tally: Tally = { answers: 0, refused: 0, slowest: 0 };
  let over = false;
  const working = Promise.all(
    Array.from({ length: writers }, (_, index) =>
      writeUntil(portal, createPlanner(`outage${index}`, ledger, random), ledger, () => over),
    ),
  ).catch((error: Error) => void faults.push(error.message));
  const probing = probe();

  async function probe(): Promise<void> {
    const cookie = portal.cookies.it;
    const html = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    while (!over) {
      await Promise.all([
        look('/health/live', {}, (answer) => answer.status === 200),
        look('/api/redirects?page=1', { cookie }, (answer) => answer.status === 200 || isProblem(answer)),
        look(
          '/my-dashboard',
          { cookie, ...html },
          (answer) => answer.status === 200 || isPatientPage(answer),
        ),
        look('/r/nowhere', html, (answer) => [404, 429].includes(answer.status) || isPatientPage(answer)),
      ]);
      await pause(probeEvery);
    }
  }

  async function look(path: string, headers: Record<string, string>, isRight: (answer: Answer) => boolean) {
    const began = performance.now();
    const answer = await ask(`${quad.url}${path}`, { headers, patience: mostWait }).catch(
      (error: Error) => error,
    );
    tally.slowest = Math.max(tally.slowest, Math.round(performance.now() - began));
    tally.answers += 1;
    if (answer instanceof Error) faults.push(`${path} was not answered: ${answer.message}`);
    else if (!isRight(answer)) faults.push(`${path} answered ${answer.status}: ${answer.body.slice(0, 200)}`);
    else if (answer.status === 503) tally.refused += 1;
  }

  const ready = async () => (await ask(`${quad.url}/health/ready`, { patience: mostWait })).status === 200;
  return {
    quad,
    portal,
    ledger,
    faults,
    ready,
    takeTally() {
      const taken = tally;
      tally = { answers: 0, refused: 0, slowest: 0 };
      return taken;
    },
    complaints: () => countComplaints(quad),
    async untilWell() {
      const began = performance.now();
      while (!(await ready())) await pause(50);
      const before = ledger.acknowledged;
      while (ledger.acknowledged === before && faults.length === 0) await pause(20);
      return Math.round(performance.now() - began);
    },
    async end() {
      over = true;
      await Promise.all([working, probing]);
    },
  };
}

function isProblem({ status, type, retryAfter }: Answer): boolean {
  return status === 503 && type.startsWith('application/problem+json') && retryAfter !== null;
}

/** A page that says so to a person and reloads on its own. */
function isPatientPage({ status, type, retryAfter, body }: Answer): boolean {
  return (
    status === 503 &&
    type.startsWith('text/html') &&
    retryAfter !== null &&
    body.includes('http-equiv="refresh"')
  );
}

function countComplaints({ dataFolder }: Quad): number {
  return readFileSync(`${dataFolder}/server.log`, 'utf8').split(/"level":"(?:error|warn|fatal)"/).length - 1;
}
