import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { freePort } from '../harness/program.ts';
import { type Quad, type QuadOptions, startQuad, temporaryFolder } from '../harness/quad.ts';
import type { Scenario } from './scenario.ts';
import { compare } from './writes/compare.ts';
import { createFollower } from './writes/follower.ts';
import { createLedger } from './writes/ledger.ts';
import { compareNotices } from './writes/notices.ts';
import { createPlanner } from './writes/plan.ts';
import { signInAll, writeUntil } from './writes/writer.ts';

const writers = 6;
const victims = ['server', 'database', 'both'] as const;
type Victim = (typeof victims)[number];
/** Beyond this many faults the rest says nothing new. */
const mostFaults = 20;

export const crash: Scenario = {
  name: 'crash',
  about: 'kill -9 of the server, of PostgreSQL or of both at random moments, while several people write',
  async run({ rounds: asked, random, say }) {
    const place = { dataFolder: await temporaryFolder(), port: await freePort() };
    let quad = await startQuad(place);
    const portal = await signInAll(quad);
    const ledger = createLedger();
    const follower = await createFollower(portal, 'crashfollowed', ledger, random);
    const planners = Array.from({ length: writers }, (_, index) =>
      createPlanner(`crash${index}`, ledger, random),
    );
    const struck: Record<Victim, number> = { server: 0, database: 0, both: 0 };
    const visits = { answered: 0, lost: 0 };
    const faults: string[] = [];
    let lost = 0;
    let slowest = 0;
    let round = 0;

    while (round < (asked ?? 200) && faults.length < mostFaults) {
      round += 1;
      const victim = random.pick(victims) ?? 'server';
      struck[victim] += 1;
      let killedAt: number | null = null;
      let over = false;
      const writing = planners.map((planner) => writeUntil(portal, planner, ledger, () => over));
      const following = follower.followUntil(() => over || (killedAt !== null && victim !== 'database'));
      const working = Promise.all([...writing, following]);
      // Heard below; until then the kill goes on.
      working.catch(() => undefined);
      await pause(random.between(100, 900));
      killedAt = Date.now();
      quad = await strike(victim, quad, place);
      const recovered = Date.now() - killedAt;
      slowest = Math.max(slowest, recovered);
      await pause(random.between(0, 100));
      over = true;
      await working;

      const found = await compare(quad, 'crash', ledger);
      const counted = await follower.compare(quad, victim === 'database' ? null : killedAt);
      lost += found.lost;
      visits.answered += counted.answered;
      visits.lost += counted.lost;
      faults.push(
        ...[...found.faults, ...counted.faults].map((fault) => `Round ${round}, ${victim}: ${fault}`),
      );
      say(`round ${round}: ${victim}, back after ${recovered} ms, ${ledger.acknowledged} acknowledged`);
    }

    say('waiting for the jobs that were interrupted');
    const notices = await compareNotices(quad, ledger);
    await quad.stop();
    const figure = (what: string, value: number | string) => ({ what, value });
    return {
      figures: [
        figure('rounds', round),
        figure('kill -9 of the server', struck.server),
        figure('kill -9 of PostgreSQL', struck.database),
        figure('kill -9 of both', struck.both),
        figure('writes acknowledged', ledger.acknowledged),
        figure('of them sent more than once', ledger.repeated),
        figure('writes lost', lost),
        figure('letters, one for each log that needs follow-up', notices.letters),
        figure('visits answered', visits.answered),
        figure('of them lost in the last second before a kill of the server', visits.lost),
        figure('slowest recovery', `${slowest} ms`),
      ],
      faults: [...faults, ...notices.faults],
    };
  },
};

/** Kills at once and answers the server when it is ready again. */
async function strike(victim: Victim, quad: Quad, place: QuadOptions): Promise<Quad> {
  const isReplaced = victim === 'server' ? () => true : quad.killDatabase();
  if (victim !== 'database') {
    await quad.kill();
    return startQuad(place);
  }
  await untilReady(quad, isReplaced);
  return quad;
}

/** How long a server gets to come back, in milliseconds. */
const mostRecovery = 60_000;

/** For a moment after the kill the connections that are open still answer. */
async function untilReady({ url }: Quad, isReplaced: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + mostRecovery;
  for (;;) {
    const answer = await ask(`${url}/health/ready`, { patience: 5_000 });
    if (answer.status === 200 && isReplaced()) return;
    if (Date.now() > giveUpAt) throw new Error('The server did not become ready again.');
    await pause(20);
  }
}
