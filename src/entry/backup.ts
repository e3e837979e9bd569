import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import program from '../../package.json' with { type: 'json' };
import { counted } from '../platform/contract/counted.ts';
import { makeBackup } from '../platform/server/backup/make-backup.ts';
import { recordBackup } from '../platform/server/backup/record-backup.ts';
import { storageElsewhere } from '../platform/server/files/open-storage.ts';
import { onStopSignals } from '../platform/server/process/launcher.ts';
import { readEnvironment } from '../platform/server/settings/environment.ts';
import { accountName, effort, endsAtRestore, secretIdsOf } from './backup-parts.ts';
import { endAll, ends, reach, run } from './command.ts';

const help = `Writes all rows as of one moment, and the files in the data folder, to one file. The portal can keep running.

  npm run backup -- <file>

The file must not exist yet. Only its owner can read it. It holds personal data: encrypt it before it leaves this machine.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [named, ...more] = positionals;
  if (values.help === true || named === undefined || more.length > 0) {
    console.log(help);
    process.exitCode = values.help === true ? 0 : 1;
    return;
  }
  const environment = readEnvironment(process.env, process.cwd());
  const { dataFolder, logTo } = environment;
  const file = path.resolve(named);
  const started = performance.now();
  let isMade = false;
  onStopSignals(endAll, {
    unfinished: () =>
      isMade
        ? 'Stopped. The backup is complete, but may not be in the audit log.'
        : 'Stopped. No backup was made.',
  });
  const connection = await reach(environment);
  const { manifest, leftOut } = await makeBackup({
    file,
    connection,
    dataFolder,
    exceptFiles: [path.resolve(logTo)],
    endsAtRestore,
    version: program.version,
    secretId: secretIdsOf(environment)[0] ?? null,
    filesElsewhere: storageElsewhere(environment),
    onUnfinished: (unfinished) => ends.push(() => rmSync(unfinished, { force: true })),
  });
  isMade = true;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  console.log(
    `Backed up ${counted(rows, 'row')} of ${counted(manifest.tables.length, 'table')} and ${counted(manifest.files.length, 'file')} into ${file} (${megabytes} MB; ${effort(started)}).`,
  );
  await recordBackup(connection, manifest, accountName()).catch((error: unknown) =>
    console.log(
      `The backup is complete, but could not be recorded in the audit log: ${error instanceof Error ? error.message : String(error)}`,
    ),
  );
  console.log(
    'Not included: logs, sessions, emails in the folder "mail", and QUAD_SECRET with the file "secret". Keep the secret apart from the backup. Encrypted data cannot be read without it.',
  );
  if (manifest.filesElsewhere !== null) {
    console.log(
      `Not included either: the content of uploaded files, which is in ${manifest.filesElsewhere}. Keep old versions there, so that a restore finds what was deleted since.`,
    );
  }
  for (const link of leftOut) console.log(`Left out, because it is not a regular file: ${link}`);
}

await run(main);
