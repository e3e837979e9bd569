import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import { endCounter, type VisitRow, writeVisits } from './visit-queries.ts';

/** What is counted: it carries its own unwritten visits, so that counting looks up nothing. */
export interface Counted {
  readonly id: string;
  unwritten: number;
  /** Milliseconds of the epoch by the database's clock. */
  lastAt: number;
}

export interface VisitCounter {
  /** Counts one visit at an instant of the database's clock, in milliseconds of the epoch. */
  count(link: Counted, at: number): void;
  /** Writes what is counted so far; resolves when it is written or has failed. */
  flush(): Promise<void>;
  /** Writes the rest; keeps trying for a few seconds while the database is down. */
  stop(): Promise<void>;
}

/** How often visits are written, in milliseconds: together with the write, none is later than a second. */
const flushEvery = 700;
/** How long a stop keeps trying, in milliseconds. */
const stopTriesFor = 10_000;
/** Midnight falls on a quarter of an hour in every time zone. */
const quarter = 15 * 60_000;

interface Batch {
  sequence: number;
  visits: VisitRow[];
}

/**
 * Counts visits in memory and writes them in batches: a write per visit would queue up on the row of a busy link. A
 * batch whose commit was not confirmed is sent again under its number and counts once.
 */
export function createVisitCounter(
  unaudited: Unaudited,
  timeZone: string,
  log: FastifyBaseLogger,
): VisitCounter {
  const counterId = uuid();
  let visited: Counted[] = [];
  let ended: VisitRow[] = [];
  let today = { quarter: Number.NaN, day: '' };
  let sent: Batch | null = null;
  let sequence = 0;
  let flushing: Promise<void> | null = null;
  let failing = false;

  function close(): void {
    for (const link of visited) {
      ended.push({ linkId: link.id, day: today.day, visits: link.unwritten, lastAt: link.lastAt });
      link.unwritten = 0;
    }
    visited = [];
  }

  function turnQuarter(at: number): void {
    const day = dayOf(at, timeZone);
    if (day !== today.day) close();
    today = { quarter: Math.floor(at / quarter), day };
  }

  function seal(): Batch | null {
    close();
    if (ended.length === 0) return null;
    const visits = ended;
    ended = [];
    sequence += 1;
    return { sequence, visits };
  }

  async function write(): Promise<void> {
    sent ??= seal();
    if (sent === null) return;
    try {
      await writeVisits(unaudited('visit counters'), counterId, sent.sequence, sent.visits);
      sent = null;
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'visits of short links could not be written; they are kept');
      failing = true;
    }
  }

  function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  const timer = setInterval(() => void flush(), flushEvery);
  timer.unref();

  return {
    count(link, at) {
      if (Math.floor(at / quarter) !== today.quarter) turnQuarter(at);
      if (link.unwritten === 0) visited.push(link);
      link.unwritten += 1;
      link.lastAt = at;
    },
    flush,
    async stop() {
      clearInterval(timer);
      const giveUpAt = performance.now() + stopTriesFor;
      const isEmpty = () => sent === null && ended.length === 0 && visited.length === 0;
      await flush();
      while (!isEmpty() && performance.now() < giveUpAt) {
        if (failing) await new Promise((resolve) => setTimeout(resolve, flushEvery));
        await flush();
      }
      if (isEmpty()) await endCounter(unaudited('visit counters'), counterId).catch(() => undefined);
      else log.error('visits of short links were lost: the database was down while the server stopped');
    },
  };
}
