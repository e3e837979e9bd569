import type { Findings, Scenario, Torture } from './scenario.ts';
import { cleanUp } from './uploads/check.ts';
import { leaveHalfway } from './uploads/leavers.ts';
import { openFileRounds } from './uploads/rounds.ts';
import { storageOutages } from './uploads/s3.ts';
import { scannerOutages } from './uploads/scanner.ts';
import { slowLine } from './uploads/slow-line.ts';

/** More faults than this say nothing new. */
const mostFaults = 20;
/** Megabytes. */
const mostMoreMemory = 50;

export const uploads: Scenario = {
  name: 'uploads',
  about:
    'kill -9 during uploads, clients that leave halfway, a virus scanner and S3 that are down, a slow connection',
  async run(torture) {
    const { seconds, say } = torture;
    // The slow connection takes minutes and almost no work, so the rest runs alongside it.
    const found = await Promise.all([slowLine(seconds, say), inTurn(torture)]);
    return {
      figures: found.flatMap(({ figures }) => figures),
      faults: found.flatMap(({ faults }) => faults),
    };
  },
};

async function inTurn(torture: Torture): Promise<Findings> {
  const killed = await killedUploads(torture);
  const scanned = await scannerOutages(torture.say);
  const stored = await storageOutages(torture.say);
  return {
    figures: [...killed.figures, ...scanned.figures, ...stored.figures],
    faults: [...killed.faults, ...scanned.faults, ...stored.faults],
  };
}

async function killedUploads({ rounds: asked, random, say }: Torture): Promise<Findings> {
  const rounds = await openFileRounds(random);
  const { shelves } = rounds;
  const sum = (name: 'acknowledged' | 'repeated') => shelves.reduce((total, shelf) => total + shelf[name], 0);
  const faults: string[] = [];
  let round = 0;
  while (round < (asked ?? 100) && faults.length < mostFaults) {
    round += 1;
    faults.push(...(await rounds.play()).map((fault) => `Round ${round}: ${fault}`));
    say(`round ${round}: ${sum('acknowledged')} writes acknowledged`);
  }
  const quad = rounds.quad();
  say('clients leave halfway');
  const cleaned = await cleanUp(quad);
  const cookie = await quad.signIn('it');
  const first = await leaveHalfway(quad, cookie, 200);
  // The first crowd makes the heap as large as it needs to be; a leak grows with each one.
  const left = await leaveHalfway(quad, cookie, 200);
  if (left.grown > mostMoreMemory)
    faults.push(`Memory grew by ${left.grown} MB with the second 200 clients.`);
  await quad.stop();
  const figure = (what: string, value: number | string) => ({ what, value });
  return {
    figures: [
      figure('kill -9 during uploads, versions, and deletions', round),
      figure('writes acknowledged', sum('acknowledged')),
      figure('of them sent more than once', sum('repeated')),
      figure('downloads that were compared with their hash', rounds.read.whole),
      figure('files without a row that the kills left, for the nightly job', cleaned.left),
      ...left.figures,
      figure('memory grew by, with the first and with the second 200', `${first.grown}, ${left.grown} MB`),
    ],
    faults: [...faults, ...cleaned.faults, ...first.faults, ...left.faults],
  };
}
