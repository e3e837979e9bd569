import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { counted } from '../platform/contract/counted.ts';
import { openArchive } from '../platform/server/backup/archive-reader.ts';
import { BackupError } from '../platform/server/backup/backup-error.ts';
import type { Manifest } from '../platform/server/backup/manifest.ts';
import { type Found, restoreBackup } from '../platform/server/backup/restore-backup.ts';
import { sayWhich } from '../platform/server/db/database.ts';
import { startEmbeddedPostgres } from '../platform/server/db/embedded/embedded.ts';
import { identify } from '../platform/server/db/embedded/folders.ts';
import { claimDataFolder } from '../platform/server/db/embedded/mutex.ts';
import { storageElsewhere } from '../platform/server/files/open-storage.ts';
import { onStopSignals } from '../platform/server/process/launcher.ts';
import { type Environment, readEnvironment } from '../platform/server/settings/environment.ts';
import { accountName, effort, endsAtRestore, secretIdsOf } from './backup-parts.ts';
import { endAll, ends, run } from './command.ts';
import { makeDataFolder } from './data-folder.ts';

const help = `Puts a backup into an empty database and data folder. Stop every instance of the portal first.

  npm run restore -- <file> [--replace]

Options:
  --replace   Deletes what is there, after a question that you answer by typing a phrase.

Everyone is signed out. Use the QUAD_SECRET from when the backup was made, or the file "secret" from its data folder.`;

const consent = 'replace everything';

async function reach({ databaseUrl, dataFolder }: Environment) {
  makeDataFolder(dataFolder);
  if (databaseUrl !== null) {
    // The embedded database does the same: two restores at once would mix up their files.
    ends.push(await claimDataFolder(await identify(dataFolder)));
    return { url: databaseUrl };
  }
  const postgres = await startEmbeddedPostgres({ dataFolder });
  ends.push(postgres.stop);
  return postgres.connection;
}

/** Replacing data requires a typed confirmation, so that it can't happen by accident; a script can pipe it in. */
async function ask(replace: boolean, { tables, rows, files }: Found): Promise<boolean> {
  const there = `There are ${counted(rows, 'row')} in ${counted(tables, 'table')} and ${counted(files, 'file')} already`;
  if (!replace) {
    throw new BackupError(
      `${there}. Restore into an empty place, or add --replace to delete them. Nothing was changed.`,
    );
  }
  console.log(`${there}. They will be deleted. To continue, type: ${consent}`);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line.trim() === consent;
  return false;
}

function placeOf({ databaseUrl, dataFolder }: Environment): string {
  if (databaseUrl === null) return `the data folder ${dataFolder}, with the embedded database there`;
  return `${sayWhich({ url: databaseUrl })} and the data folder ${dataFolder}`;
}

function tell(
  { madeAt, version, secretId, filesElsewhere, files }: Manifest,
  environment: Environment,
): void {
  console.log(`The backup is complete. It was made at ${madeAt} by Quad ${version}.`);
  // Without the settings of the service, it would replace or fill the wrong portal.
  console.log(`It goes into ${placeOf(environment)}.`);
  if (secretId !== null && !secretIdsOf(environment).includes(secretId)) {
    console.log(
      'It was made with a different QUAD_SECRET. Without that secret, encrypted data cannot be read.',
    );
  }
  const elsewhere = storageElsewhere(environment);
  if (filesElsewhere !== null) {
    console.log(`The content of uploaded files is not in it, but in ${filesElsewhere}.`);
    if (filesElsewhere !== elsewhere) {
      console.log(
        'These settings name another place. Until they name that one, no file can be opened or uploaded.',
      );
    }
  }
  if (elsewhere !== null && files.some(({ path: one }) => one.startsWith('files/'))) {
    console.log(
      `It has uploaded files for the data folder. Before you start the portal, copy them to ${elsewhere}: npm run files -- move`,
    );
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, replace: { type: 'boolean', default: false } },
  });
  const [named, ...more] = positionals;
  if (values.help === true || named === undefined || more.length > 0) {
    console.log(help);
    process.exitCode = values.help === true ? 0 : 1;
    return;
  }
  const environment = readEnvironment(process.env, process.cwd());
  const started = performance.now();
  const archive = await openArchive(path.resolve(named));
  onStopSignals(endAll, {
    unfinished: () =>
      'Stopped. Nothing was changed, unless all rows were already in place: then the next start of the portal finishes it.',
  });
  const connection = await reach(environment);
  tell(archive.manifest, environment);
  const { rows, files, leftOut } = await restoreBackup({
    archive,
    connection,
    dataFolder: environment.dataFolder,
    exceptFiles: [path.resolve(environment.logTo)],
    migrations: path.resolve('migrations'),
    endsAtRestore,
    mayReplace: (found) => ask(values.replace, found),
    account: accountName(),
  });
  await archive.close();
  console.log(
    `Restored ${counted(rows, 'row')} and ${counted(files, 'file')} (${effort(started)}). Everyone has to sign in again.`,
  );
  console.log(
    'What IT has taken away since the backup is back. Block, revoke, exclude, remove, and delete again: docs/operations.md says how to find what.',
  );
  for (const one of leftOut) console.log(`Left out, because Quad does not recognize it: ${one}`);
}

await run(main);
