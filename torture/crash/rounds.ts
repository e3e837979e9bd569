import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import { busyCampus } from '../../harness/campus.ts';
import { type Quad, type QuadOptions, startQuad, temporaryFolder } from '../../harness/quad.ts';
import type { Random } from '../../harness/random.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';
import { compare } from '../writes/compare.ts';
import { createFollower } from '../writes/follower.ts';
import { createLedger, type Ledger } from '../writes/ledger.ts';
import { createPlanner } from '../writes/plan.ts';
import { signInAll, writeUntil } from '../writes/writer.ts';

const writers = 6;
export const victims = ['server', 'database', 'both'] as const;
export type Victim = (typeof victims)[number];

export interface Round {
  /** Acknowledged writes that are missing. */
  lost: number;
  visits: { answered: number; lost: number };
  /** Milliseconds from the kill until the server was ready again. */
  recovered: number;
  faults: string[];
}

/** A portal that is killed again and again, with the people who work there. */
export interface Rounds {
  readonly ledger: Ledger;
  /** The current server. */
  quad(): Quad;
  /** People write, the victim is killed at a random moment, and all that was acknowledged is checked. */
  play(victim: Victim): Promise<Round>;
}

export async function openRounds(random: Random): Promise<Rounds> {
  const environment = { QUAD_CAMPUS: await busyCampus() };
  const place = { dataFolder: await temporaryFolder(), port: await freePort(), environment };
  let quad = await startQuad(place);
  const portal = await signInAll(quad);
  const ledger = createLedger();
  const follower = await createFollower(portal, 'crashfollowed', ledger, random);
  const planners = Array.from({ length: writers }, (_, index) =>
    createPlanner(`crash${index}`, ledger, random),
  );
  return {
    ledger,
    quad: () => quad,
    async play(victim) {
      let killedAt: number | null = null;
      let over = false;
      const writing = planners.map((planner) => writeUntil(portal, planner, ledger, () => over));
      const following = follower.followUntil(() => over || (killedAt !== null && victim !== 'database'));
      const working = Promise.all([...writing, following]);
      // Handled below; until then the kill continues.
      working.catch(() => undefined);
      await pause(random.between(100, 900));
      killedAt = Date.now();
      quad = await strike(victim, quad, place);
      const recovered = Date.now() - killedAt;
      await pause(random.between(0, 100));
      over = true;
      await working;
      const found = await compare(quad, 'crash', ledger);
      const { faults, ...visits } = await follower.compare(quad, victim === 'database' ? null : killedAt);
      return { lost: found.lost, visits, recovered, faults: [...found.faults, ...faults] };
    },
  };
}

/**
 * Kills at once.
 * @returns the server when it is ready again
 */
async function strike(victim: Victim, quad: Quad, place: QuadOptions): Promise<Quad> {
  const isReplaced = victim === 'server' ? () => true : quad.killDatabase();
  if (victim !== 'database') {
    await quad.kill();
    return startQuad(place);
  }
  await untilReady(quad, isReplaced);
  return quad;
}

/** How long a server may take to come back, in milliseconds. */
const longestRecovery = 60_000;

/** For a moment after the kill, open connections still respond. */
async function untilReady({ url }: Quad, isReplaced: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + longestRecovery;
  for (;;) {
    const answer = await ask(`${url}/health/ready`, { patience: 5_000 });
    if (answer.status === 200 && isReplaced()) return;
    if (Date.now() > giveUpAt) throw new Error('The server did not become ready again.');
    await pause(20);
  }
}
