import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import { busyCampus } from '../../harness/campus.ts';
import { runProgram } from '../../harness/program.ts';
import {
  type Quad,
  type QuadOptions,
  quadEnvironment,
  startQuad,
  temporaryFolder,
} from '../../harness/quad.ts';
import { type OwnPostgres, password } from './postgres.ts';
import { mostRecovery } from './stage.ts';

const secret = 'a secret of the scenario that is long enough';

interface Started {
  quad: Quad;
  figures: { what: string; value: string }[];
  faults: string[];
  /** Starts Quad on a schema made by a newer one; the server has to be stopped. */
  refuseNewer(): Promise<string[]>;
}

/** Starts a portal that has its data while the database is down, then with a wrong password, then with the right one. */
export async function startDespite(postgres: OwnPostgres, say: (text: string) => void): Promise<Started> {
  const faults: string[] = [];
  const options: QuadOptions = {
    dataFolder: await temporaryFolder(),
    database: postgres,
    environment: { QUAD_DEMO: 'on', QUAD_SECRET: secret, QUAD_CAMPUS: await busyCampus() },
  };
  say('a first start, which makes the tables and the demo data');
  await postgres.administer(`alter role portal password '${password}'`);
  await (await startQuad(options)).stop();
  await postgres.administer("alter role portal password 'another one'");
  await postgres.stop();
  say('a start without a database');
  const waiting = { ...options, ready: 'Quad keeps trying.' };
  const quad = await startQuad(waiting);
  const saysReady = async () => (await ask(`${quad.url}/health/ready`)).status;
  const says = async (sentence: string) => {
    const giveUpAt = Date.now() + 10_000;
    while (!readFileSync(`${quad.dataFolder}/server.log`, 'utf8').includes(sentence)) {
      if (Date.now() > giveUpAt) return void faults.push(`The log does not say "${sentence}".`);
      await pause(50);
    }
  };
  const expectWaiting = async (when: string) => {
    if ((await ask(`${quad.url}/health/live`)).status !== 200) faults.push(`${when}: not live.`);
    if ((await saysReady()) !== 503) faults.push(`${when}: not 503.`);
  };
  await says('The database cannot be reached (ENOENT).');
  await expectWaiting('Without a database');
  say('a start with a wrong password');
  await postgres.start();
  await says('The database rejected the user or password in DATABASE_URL.');
  await expectWaiting('With a wrong password');
  await postgres.administer(`alter role portal password '${password}'`);
  const began = performance.now();
  while ((await saysReady().catch(() => 0)) !== 200) await pause(50);
  const took = Math.round(performance.now() - began);
  if (took > mostRecovery) faults.push(`Quad was ready ${took} ms after the database let it in.`);
  return {
    quad,
    faults,
    figures: [
      { what: 'start without a database, then with a wrong password', value: `ready ${took} ms after` },
    ],
    refuseNewer: () => refuseNewer(postgres, waiting),
  };
}

async function refuseNewer(postgres: OwnPostgres, options: QuadOptions): Promise<string[]> {
  const { url } = postgres;
  const name = '29991231T2359-from-the-future';
  const row = `insert into kysely_migration (name, timestamp) values ('${name}', now()::text)`;
  await postgres.administer(row, 'portal');
  const environment = { ...quadEnvironment(options.dataFolder), ...options.environment, DATABASE_URL: url };
  const refused = await runProgram(['src/entry/server.ts'], environment).catch(
    (error: Error) => error.message,
  );
  const sentence = `This database belongs to a newer version of Quad (it has "${name}"). Start the newer version, or restore a backup made by this one.`;
  const said = refused.slice(refused.indexOf('\n') + 1).trim();
  return said === sentence ? [] : [`On a newer schema Quad said: ${said}`];
}
