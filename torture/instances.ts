import { setTimeout as pause } from 'node:timers/promises';
import { sameForAll } from '../harness/instance.ts';
import { startNginx, whyNoNginx } from '../harness/nginx.ts';
import { startOwnPostgres, whyNoPostgres } from '../harness/own-postgres.ts';
import { startPgBouncer, whyNoPgBouncer } from '../harness/pgbouncer.ts';
import { runProgram } from '../harness/program.ts';
import { startProxy } from '../harness/proxy.ts';
import { temporaryFolder } from '../harness/quad.ts';
import { followWhileChanging } from './instances/changes-under-load.ts';
import { type Crowd, faultsOf, startCrowd } from './instances/crowd.ts';
import {
  databaseAt,
  type Place,
  signInAt,
  startAll,
  startAt,
  timeUntil,
  twoPorts,
} from './instances/place.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';

export const instances: Scenario = {
  name: 'instances',
  about: 'two instances behind a proxy: killed or restarted in turn at random moments, while people work',
  run,
};

async function run({ rounds: asked, seconds, random, say }: Torture): Promise<Findings> {
  const rounds = asked ?? 20;
  const missing = whyNoPostgres();
  if (missing !== null)
    return { figures: [], faults: [`Two instances need a database of their own: ${missing}.`] };
  const ports = await twoPorts();
  const postgres = await startOwnPostgres();
  const pooler = whyNoPgBouncer() === null ? await startPgBouncer(postgres.port) : null;
  const proxy = whyNoNginx() === null ? await startNginx(ports) : await startProxy(ports);
  const place: Place = {
    databaseUrl: (pooler ?? postgres).url,
    ports,
    publicUrl: proxy.url,
    dataFolder: await temporaryFolder(),
  };
  const database = databaseAt(postgres.url);
  const running = await startAll(place);
  const portal = await signInAt(proxy.url);
  const faults: string[] = [];
  const total = {
    answered: 0,
    acknowledged: 0,
    killed: 0,
    restarted: 0,
    failedInKill: 0,
    failedInRestart: 0,
  };
  let slowestStop = 0;

  for (let round = 1; round <= rounds; round += 1) {
    const at = round % 2;
    const kills = random.next() < 0.5;
    const crowd = startCrowd(portal, `round${round}x`, random);
    await pause(random.between(300, 1_200));
    const instance = running[at];
    const begun = performance.now();
    if (kills) await instance?.kill();
    else await instance?.terminate();
    slowestStop = Math.max(slowestStop, kills ? 0 : performance.now() - begun);
    const before = crowd.answered();
    await timeUntil(async () => crowd.answered() > before + 20);
    running[at] = await startAt(place, ports[at] ?? 0);
    await pause(random.between(0, 500));
    await crowd.stop();
    total[kills ? 'killed' : 'restarted'] += 1;
    total[kills ? 'failedInKill' : 'failedInRestart'] += crowd.failed.length;
    total.answered += crowd.answered();
    total.acknowledged += crowd.ledger.acknowledged + crowd.withoutKey.length;
    faults.push(...judge(crowd, kills), ...(await faultsOf(crowd, database)));
    say(
      `round ${round}: ${kills ? 'killed' : 'restarted'}, ${crowd.answered()} answered, ${crowd.failed.length} failed`,
    );
  }
  say('following links at one instance while another one changes them');
  await runProgram(['src/entry/seed.ts', 'short-links', '1000'], {
    DATABASE_URL: postgres.url,
    QUAD_DATA: place.dataFolder,
    ...sameForAll,
  });
  const [one, other] = running.map(({ url }) => url);
  const where = { portal, follow: one ?? '', change: other ?? '', seconds: seconds ?? 8 };
  const { peace, changing, changes } = await followWhileChanging(where, database);
  const speed = ({ perSecond, p99 }: typeof peace) =>
    `${Math.round(perSecond)} a second, p99 ${Math.round(p99)} ms`;
  const figure = (what: string, value: number | string) => ({ what, value });
  return {
    figures: [
      figure('proxy', whyNoNginx() === null ? 'nginx with docs/proxy/nginx.conf' : 'a small one of our own'),
      figure(
        'database',
        `${postgres.version}${pooler === null ? '' : ', behind PgBouncer in transaction mode'}`,
      ),
      figure('instances killed', total.killed),
      figure('requests that failed then, all without an idempotency key', total.failedInKill),
      figure('instances restarted by SIGTERM', total.restarted),
      figure('requests that failed then', total.failedInRestart),
      figure('slowest stop by SIGTERM', `${Math.round(slowestStop)} ms`),
      figure('requests answered', total.answered),
      figure('writes acknowledged, and found in the database', total.acknowledged),
      figure('links followed at one instance, in peace', speed(peace)),
      figure(`the same while the other one made ${changes} changes`, speed(changing)),
      figure('faults', faults.length),
    ],
    faults,
  };
}

function judge({ failed }: Crowd, kills: boolean): string[] {
  // What a killed instance was doing without a key must not be repeated on another one.
  const wrong = kills ? failed.filter(({ repeatable }) => repeatable) : failed;
  return wrong.map(
    ({ what, said }) => `${what} failed while an instance was ${kills ? 'killed' : 'restarted'}: ${said}`,
  );
}
