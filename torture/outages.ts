import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { temporaryFolder } from '../harness/quad.ts';
import { databaseFaults, type Fault } from './outages/database-faults.ts';
import { mailOutages } from './outages/mail.ts';
import { openOwnPostgres } from './outages/postgres.ts';
import { providerOutage } from './outages/provider.ts';
import { mostRecovery, openStage, type Stage } from './outages/stage.ts';
import { startDespite } from './outages/start.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';
import { compare } from './writes/compare.ts';

type Figures = { what: string; value: number | string }[];

export const outages: Scenario = {
  name: 'outages',
  about: 'What Quad depends on goes away and comes back: database, connections, locks, mail, sign-in',
  async run(torture) {
    const figures: Figures = [];
    const faults: string[] = [];
    for (const part of [databaseOutages, mailOutages, providerOutage]) {
      const found = await part(torture).catch(fail);
      figures.push(...found.figures);
      faults.push(...found.faults);
    }
    return { figures, faults };
  },
};

function fail(error: unknown): Findings {
  return { figures: [], faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
}

async function databaseOutages(torture: Torture): Promise<Findings> {
  const { say, random } = torture;
  const seconds = torture.seconds ?? 30;
  const postgres = await openOwnPostgres(await temporaryFolder());
  const started = await startDespite(postgres, say);
  const { quad } = started;
  const stage = await openStage(quad, random);
  await stage.untilWell();
  const figures = [...started.figures];
  for (const fault of databaseFaults(postgres, stage)) {
    const lasts = seconds * (fault.lasts ?? 1);
    say(`${fault.what}, ${lasts} s`);
    figures.push({ what: `${fault.what}, ${lasts} s`, value: await play(fault, stage, lasts) });
  }
  await stage.end();
  const compared = await compare(quad, 'outage', stage.ledger);
  const { acknowledged, repeated } = stage.ledger;
  if (!quad.isAlive()) stage.faults.push('The server has died.');
  await quad.stop();
  const newer = await started.refuseNewer();
  return {
    figures: [
      ...figures,
      { what: 'writes acknowledged', value: acknowledged },
      { what: 'of them sent more than once', value: repeated },
      { what: 'writes lost', value: compared.lost },
    ],
    faults: [...started.faults, ...stage.faults, ...compared.faults, ...newer],
  };
}

/**
 * Runs one fault while people work.
 * @returns what was observed
 */
async function play(fault: Fault, stage: Stage, seconds: number): Promise<string> {
  const { faults } = stage;
  stage.takeTally();
  const before = stage.complaints();
  await fault.begin();
  const until = performance.now() + seconds * 1_000;
  const settled = performance.now() + mostRecovery / 2;
  let untrue = 0;
  while (performance.now() < until) {
    const isTrue = (await stage.ready()) !== fault.unready;
    // Something that ends at once may still be visible for a moment.
    if (!isTrue && (fault.unready || performance.now() > settled)) untrue += 1;
    await pause(250);
  }
  if (untrue > 0) faults.push(`${fault.what}: readiness was reported wrong ${untrue} times.`);
  await fault.end();
  const recovery = await stage.untilWell();
  if (recovery > mostRecovery) faults.push(`${fault.what}: it took ${recovery} ms until all was well.`);
  const live = await ask(`${stage.quad.url}/health/live`);
  if (live.status !== 200) faults.push(`${fault.what}: live answered ${live.status}.`);
  const { answers, refused, slowest } = stage.takeTally();
  if (fault.refuses && refused === 0) faults.push(`${fault.what}: no one was told to come back.`);
  const lines = stage.complaints() - before;
  // One line for each kind of error every ten seconds, and what the queue and the counters log once.
  const most = 30 + 2 * seconds;
  if (lines > most) faults.push(`${fault.what}: ${lines} complaints in the log.`);
  const summary = `${refused} of ${answers} probes told to come back, slowest ${slowest} ms`;
  return `well after ${recovery} ms; ${summary}; ${lines} complaints in the log`;
}
