import { openRounds, type Victim, victims } from './crash/rounds.ts';
import type { Scenario } from './scenario.ts';
import { compareNotices } from './writes/notices.ts';

/** More faults than this say nothing new. */
const mostFaults = 20;

export const crash: Scenario = {
  name: 'crash',
  about: 'kill -9 of the server, PostgreSQL, or both at random moments, while several people write',
  async run({ rounds: asked, random, say }) {
    const rounds = await openRounds(random);
    const { ledger } = rounds;
    const struck: Record<Victim, number> = { server: 0, database: 0, both: 0 };
    const visits = { answered: 0, lost: 0 };
    const faults: string[] = [];
    let lost = 0;
    let slowest = 0;
    let round = 0;

    while (round < (asked ?? 200) && faults.length < mostFaults) {
      round += 1;
      const victim = random.pick(victims) ?? 'server';
      const found = await rounds.play(victim);
      struck[victim] += 1;
      lost += found.lost;
      visits.answered += found.visits.answered;
      visits.lost += found.visits.lost;
      slowest = Math.max(slowest, found.recovered);
      faults.push(...found.faults.map((fault) => `Round ${round}, ${victim}: ${fault}`));
      say(`round ${round}: ${victim}, back after ${found.recovered} ms, ${ledger.acknowledged} acknowledged`);
    }

    say('waiting for the jobs that were interrupted');
    const notices = await compareNotices(rounds.quad(), ledger);
    await rounds.quad().stop();
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
        figure('emails, one for each log that needs follow-up', notices.emails),
        figure('visits answered', visits.answered),
        figure('of them lost in the last second before a kill of the server', visits.lost),
        figure('slowest recovery', `${slowest} ms`),
      ],
      faults: [...faults, ...notices.faults],
    };
  },
};
