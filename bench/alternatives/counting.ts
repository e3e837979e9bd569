import { ask } from '../../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../../harness/quad.ts';
import { runPg } from '../harness/pgbench.ts';
import { interleave } from '../harness/rounds.ts';
import { type Bench, compare, figure, type Report } from '../harness/row.ts';
import { logsStatements, openStatementLog } from '../harness/statements.ts';
import { addressOf } from '../tools/list-subject.ts';
import { raLogsList } from '../tools/ra-logs.ts';
import {
  type Counting,
  countBy,
  countInPlace,
  countWaiting,
  folds,
  inserts,
} from '../tools/ra-logs-counting.ts';

/** The number of Quad's connections to the database. */
const connectionsOfQuad = 20;

interface Turn {
  perSecond: number;
  /** Microseconds of processor time that PostgreSQL needed for one row. */
  cost: number;
}

/** What counting costs each added row: changes appended (ours), counts updated in place, no counting. */
export async function measureCounting({ rounds, seconds, say }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment: logsStatements });
  for (const statement of countInPlace) await quad.query(statement);
  const fold = await folderOf(quad);
  const folding: number[] = [];
  const insert = (counting: Counting, connections: number) => async (): Promise<Turn> => {
    await quad.query(countBy(counting));
    const scripts = inserts.map((text) => [text]);
    const before = quad.databaseTime();
    const { perSecond, answers } = await runPg(quad.connection, scripts, seconds, connections);
    // PostgreSQL counts the processes of closed connections only after they have ended.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const cost = ((quad.databaseTime() - before) * 1_000_000) / answers;
    if (counting === 'appended') folding.push(...(await fold()));
    return { perSecond, cost };
  };
  const sides = {
    none: insert('not at all', connectionsOfQuad),
    appended: insert('appended', connectionsOfQuad),
    inPlace: insert('in place', connectionsOfQuad),
    noneAlone: insert('not at all', 1),
    appendedAlone: insert('appended', 1),
    inPlaceAlone: insert('in place', 1),
  };
  say(`counting: ${rounds} rounds of ${seconds} s for each of ${Object.keys(sides).length} sides`);
  await interleave(1, sides);
  const results = await interleave<keyof typeof sides, Turn>(rounds, sides);
  await quad.stop();

  const rate = (ours: Turn[], limit: Turn[], against: string) =>
    compare({
      what: `logs added by SQL, ${connectionsOfQuad} connections`,
      unit: '/s',
      ours: ours.map(({ perSecond }) => perSecond),
      limit: limit.map(({ perSecond }) => perSecond),
      against,
    });
  const cost = (ours: Turn[], limit: Turn[], against: string) =>
    compare({
      what: 'a log added by SQL, one connection: processor time of the database',
      unit: 'us',
      ours: ours.map((turn) => turn.cost),
      limit: limit.map((turn) => turn.cost),
      against,
    });
  const [without, otherwise] = ['not counted', 'counts raised in place'];
  return {
    lines: [
      rate(results.appended, results.none, without),
      rate(results.appended, results.inPlace, otherwise),
      cost(results.appendedAlone, results.noneAlone, without),
      cost(results.appendedAlone, results.inPlaceAlone, otherwise),
      ...(folding.length === 0 ? [] : [figure('folding, for each change that waited', 'us', folding)]),
    ],
    remarks: [
      'Logs are added in eight buildings by one assistant each, every one on disk before the next.',
      ...(folding.length === 0 ? ['No turn left enough changes to be folded.'] : []),
    ],
    faults: [],
  };
}

/**
 * Makes Quad fold waiting changes, as it does when someone reads the list.
 * @returns microseconds for each change, if it did
 */
async function folderOf(quad: Quad): Promise<() => Promise<number[]>> {
  const cookie = await quad.signIn(raLogsList.person);
  const log = openStatementLog(quad);
  const waiting = async () => (await quad.query<{ waiting: number }>(countWaiting))[0]?.waiting ?? 0;
  return async () => {
    const before = await waiting();
    // With fewer waiting, the platform does not fold: that would cost more than reading them.
    if (before < 1_000) return [];
    const logged = await log.during(async () => {
      await ask(`${quad.url}${addressOf(raLogsList, {})}`, { headers: { cookie } });
      const deadline = performance.now() + 10_000;
      while ((await waiting()) > 0) {
        if (performance.now() > deadline) throw new Error('The changes were not folded.');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const own = logged.filter(({ text }) => folds.test(text));
    return [(own.reduce((sum, { milliseconds }) => sum + milliseconds, 0) * 1_000) / before];
  };
}
