import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import type { Random } from '../../harness/random.ts';
import type { Ledger } from './ledger.ts';
import { createPlanner } from './plan.ts';
import { deliver, type Portal } from './writer.ts';

/** Follows short links and remembers when each response came. */
export interface Follower {
  /** Follows one link after the other until it is over. */
  followUntil(isOver: () => boolean): Promise<void>;
  /**
   * Compares the responses since the last comparison with the counters, and resets. No one may follow in the
   * meantime.
   * @param killedAt When the server was killed, which may cost the visits of the last second; `null`: it
   * lives, and everything is counted a moment later.
   */
  compare(quad: Quad, killedAt: number | null): Promise<{ answered: number; lost: number; faults: string[] }>;
}

/** Time between two follows, in milliseconds. */
const gap = 4;
/** How late a visit may be written, and so how much a crash of the server may lose, in milliseconds. */
const mayBeLate = 1_000;
/** How long a live server gets to write its counts, in milliseconds. */
const settleWithin = 5_000;

const links = 3;

/** Follows its own short links, which no one changes or deletes. */
export async function createFollower(
  portal: Portal,
  mark: string,
  ledger: Ledger,
  random: Random,
): Promise<Follower> {
  const { url } = portal;
  const planner = createPlanner(mark, ledger, random);
  for (let made = 0; made < links; made += 1) await deliver(portal, planner.addLink(), ledger);
  const names = [...ledger.links.values()]
    .map(({ shortUrl }) => shortUrl)
    .filter((name) => name.startsWith(`${mark}-`));
  let answeredAt: number[] = [];
  let sent = 0;
  let counted = 0;
  return {
    async followUntil(isOver) {
      while (!isOver()) {
        sent += 1;
        const answer = await ask(`${url}/r/${names[sent % names.length]}`, { patience: 10_000 }).catch(
          () => null,
        );
        if (answer?.status === 302) answeredAt.push(Date.now());
        // Neither followed nor counted: the server says so itself.
        else if (answer !== null) sent -= 1;
        await pause(gap);
      }
    },
    async compare(quad, killedAt) {
      const safe =
        killedAt === null ? answeredAt.length : answeredAt.filter((at) => at <= killedAt - mayBeLate).length;
      const found = await untilCounted(quad, names, counted + safe);
      const now = found.links - counted;
      const lost = Math.max(0, answeredAt.length - now);
      const faults =
        found.links === found.days ? [] : [`${found.links} visits are ${found.days} by their days.`];
      if (now > sent) faults.push(`${sent} follows were counted as ${now} visits.`);
      if (now < safe) faults.push(`Of ${safe} visits that had to be safe only ${now} are counted.`);
      const answered = answeredAt.length;
      counted = found.links;
      answeredAt = [];
      sent = 0;
      return { answered, lost, faults };
    },
  };
}

/** Reads the visits until the expected number is there, or no more come. */
async function untilCounted(quad: Quad, names: readonly string[], expected: number) {
  const giveUpAt = Date.now() + settleWithin;
  for (;;) {
    const [found] = await quad.query<{ links: number; days: number }>(
      `select sum(visits)::int as links, (select coalesce(sum(days.visits), 0)::int from short_link_visits as days
         join short_links as link on link.id = days.link_id where link.short_url = any($1)) as days
       from short_links where short_url = any($1)`,
      [names],
    );
    if (found === undefined) throw new Error('No visits were found.');
    if (found.links >= expected || Date.now() > giveUpAt) return found;
    await pause(100);
  }
}
