import path from 'node:path';
import { parseArgs } from 'node:util';
import program from '../../package.json' with { type: 'json' };
import { placePermissions, places } from '../places.ts';
import { type Assembled, assemble } from '../platform/server/assembly/assemble.ts';
import { readSettings } from '../platform/server/assembly/read-settings.ts';
import { openLog } from '../platform/server/log/log.ts';
import { readOrMakeSecret } from '../platform/server/secrets/secret-file.ts';
import { serverTools } from '../tools/server.ts';
import { noBundle } from './bundle.ts';
import { makeDataFolder } from './data-folder.ts';
import { prepareDatabase } from './database.ts';
import { randomFrom } from './demo.ts';
import { explain } from './explain.ts';
import { refuseSeed } from './real-people.ts';

const seeds = serverTools.flatMap(({ tool, seed }) => (seed === undefined ? [] : [{ id: tool.id, seed }]));

const help = `Adds made-up data for trials and measurements. If Quad uses its embedded database, stop Quad first.

  npm run seed -- <what> <count> [--seed N]

Kinds of data:
${seeds.map(({ id, seed }) => `  ${id.padEnd(16)} ${seed.what}`).join('\n')}

Options:
  --seed N   The same number gives the same data (default 1).

Example: npm run seed -- ${seeds[0]?.id ?? 'short-links'} 1000000`;

/** Reads the arguments; `null` asks for the help. */
function readRequest() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, seed: { type: 'string', default: '1' } },
  });
  const [what, written = ''] = positionals;
  if (values.help === true || what === undefined) return null;
  const chosen = seeds.find(({ id }) => id === what);
  if (chosen === undefined) throw new Error(`There is no seed "${what}". See npm run seed -- --help.`);
  const count = Number(written.replaceAll(/[_,]/g, ''));
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`"${written}" is not a number of rows.`);
  return { seed: chosen.seed, count, random: randomFrom(Number(values.seed)) };
}

async function main(): Promise<void> {
  const request = readRequest();
  if (request === null) {
    console.log(help);
    return;
  }
  const settings = readSettings({
    variables: process.env,
    workingFolder: process.cwd(),
    tools: serverTools,
    placePermissions,
  });
  const { environment } = settings;
  makeDataFolder(environment.dataFolder);
  const log = openLog({ to: environment.logTo, level: environment.logLevel });
  const secrets = environment.secrets ?? [readOrMakeSecret(environment.dataFolder)];
  const database = await prepareDatabase(environment, path.resolve('migrations'), log);
  let quad: Assembled | null = null;
  try {
    const { connection } = database;
    await refuseSeed(connection, environment);
    quad = await assemble({
      version: program.version,
      settings,
      connection,
      secrets,
      tools: serverTools,
      places,
      bundle: noBundle,
      log,
    });
    const started = performance.now();
    await request.seed.run({ platform: quad.platform, count: request.count, random: request.random });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`Added ${request.count.toLocaleString('en-US')} rows in ${seconds} s.`);
  } finally {
    await quad?.stop();
    await database.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
