import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import program from '../../package.json' with { type: 'json' };
import { placePermissions, places } from '../places.ts';
import { assemble } from '../platform/server/assembly/assemble.ts';
import { readSettings } from '../platform/server/assembly/read-settings.ts';
import { openLog } from '../platform/server/log/log.ts';
import { onStopSignals } from '../platform/server/process/launcher.ts';
import { readOrMakeSecret } from '../platform/server/secrets/secret-file.ts';
import { inALine } from '../platform/server/settings/mistakes.ts';
import { serverTools } from '../tools/server.ts';
import { announce, sayProgress } from './announce.ts';
import { builtBundle, developmentBundle } from './bundle.ts';
import { checkSettings } from './check-settings.ts';
import { makeDataFolder } from './data-folder.ts';
import { bringUpToDate, finishRestore, reachDatabase, warningOf } from './database.ts';
import { fillDemo } from './demo.ts';
import { exitCodeOf, explain, wrongSettings } from './explain.ts';
import { listenPatiently } from './listen-patiently.ts';
import { refuseDemo } from './real-people.ts';

/** What has been started, newest last; a stop ends it in the opposite order. */
const stops: (() => Promise<void>)[] = [];

async function stopAll(): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
}

/** The portal: settings, database, services and tools, then the listening socket. */
async function main(): Promise<void> {
  // A mistyped --check-settings must not start the portal, which would update the tables.
  const { values: options } = parseArgs({
    options: { 'check-settings': { type: 'boolean' }, dev: { type: 'boolean' } },
  });
  const settings = readSettings({
    variables: process.env,
    workingFolder: process.cwd(),
    tools: serverTools,
    placePermissions,
    demoVariables: Object.assign({}, ...serverTools.map(({ demoVariables }) => demoVariables)),
  });
  const migrations = path.resolve('migrations');
  if (options['check-settings'] === true) {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const fine = await checkSettings(settings, { migrations, tools: serverTools }, say);
    process.exitCode = fine ? 0 : wrongSettings;
    return;
  }
  const { environment } = settings;
  const makesDatabase =
    environment.databaseUrl === null && !existsSync(path.join(environment.dataFolder, 'postgres'));
  makeDataFolder(environment.dataFolder);
  const log = openLog({ to: environment.logTo, level: environment.logLevel });
  const warn = (warning: string) => {
    log.warn(warning);
    if (environment.logTo !== '-') process.stderr.write(`Warning: ${warning}\n`);
  };
  settings.warnings.map(inALine).forEach(warn);
  const secrets = environment.secrets ?? [readOrMakeSecret(environment.dataFolder)];
  onStopSignals(stopAll);
  if (makesDatabase) sayProgress(environment, 'Creating the database (a few seconds the first time)...');
  const database = await reachDatabase(environment, log);
  stops.push(database.stop);
  const bundle = options.dev ? await developmentBundle() : builtBundle(path.resolve('dist/web'));
  const { connection } = database;
  const start = async () => {
    if (settings.providers.demo) await refuseDemo(connection, environment);
    await bringUpToDate(connection, migrations);
    const warning = await warningOf(connection, environment);
    if (warning !== null) warn(warning);
    await finishRestore(connection, environment);
    const parts = { version: program.version, settings, connection, secrets, places, bundle, log };
    const quad = await assemble({ ...parts, tools: serverTools });
    try {
      const onFill = () => sayProgress(environment, 'Adding the demo data...');
      if (quad.demo) await fillDemo(quad.platform, serverTools, onFill);
      return quad;
    } catch (error) {
      await quad.stop();
      throw error;
    }
  };
  const quad = await listenPatiently(start, settings, log);
  stops.push(quad.stop);
  announce(environment, quad);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  await stopAll().catch(() => undefined);
  process.exit(exitCodeOf(error));
}
