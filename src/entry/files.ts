import path from 'node:path';
import { counted } from '../platform/contract/counted.ts';
import { openDatabase } from '../platform/server/db/database.ts';
import { createFolderStorage } from '../platform/server/files/folder-storage.ts';
import { moveFiles } from '../platform/server/files/move-files.ts';
import { filesFolder, openStorage, storageElsewhere } from '../platform/server/files/open-storage.ts';
import { onStopSignals } from '../platform/server/process/launcher.ts';
import { type Environment, readEnvironment } from '../platform/server/settings/environment.ts';
import { endAll, ends, reach, run } from './command.ts';

const help = `Copies the uploaded files from the data folder to the S3 bucket that the settings name.

  npm run files -- move

Each copy is read back and compared by its hash. Nothing is removed, so the portal may run with its old settings in the
meantime. After a failure, run it again: it continues where it stopped.`;

async function move(environment: Environment): Promise<void> {
  const folder = filesFolder(environment);
  const bucket = storageElsewhere(environment);
  if (bucket === null) {
    console.error('Set QUAD_FILES_S3_BUCKET and the settings that belong to it first.');
    process.exitCode = 1;
    return;
  }
  const to = await openStorage(environment);
  const { database, close } = openDatabase(await reach(environment), { size: 2, readOnly: true });
  ends.push(close);
  const { files, copied, lost, damaged } = await moveFiles({
    reader: database,
    from: createFolderStorage(folder),
    to,
    // A backup leaves out names that begin with a dot.
    journal: path.join(folder, '.moved'),
    onProgress: (looked) => console.log(`Checked ${counted(looked, 'file')}.`),
  });
  for (const name of lost) console.log(`Neither in the folder nor in the bucket: ${name}`);
  for (const name of damaged) console.log(`Damaged in the folder, so not copied: ${name}`);
  const faults = lost.length + damaged.length;
  console.log(
    `${counted(files - faults, 'file')} of ${files.toLocaleString('en-US')} ${files === 1 ? 'is' : 'are'} in ${bucket}, ${copied.toLocaleString('en-US')} of them copied now. The folder ${folder} is unchanged.`,
  );
  if (faults > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.length === 0 || words[0] === '--help') return console.log(help);
  const environment = readEnvironment(process.env, process.cwd());
  if (words.length > 1 || words[0] !== 'move') {
    console.log(help);
    process.exitCode = 1;
    return;
  }
  onStopSignals(endAll, { unfinished: () => 'Stopped. Run it again: it continues where it stopped.' });
  await move(environment);
}

await run(main);
