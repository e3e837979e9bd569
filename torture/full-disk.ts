import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../harness/program.ts';
import { temporaryFolder } from '../harness/quad.ts';
import type { Findings, Scenario } from './scenario.ts';

export const fullDisk: Scenario = {
  name: 'full-disk',
  about: 'the disk of the embedded database is full: reading continues, writing comes back, nothing is lost',
  run,
};

const small = 'mount -t tmpfs -o size=160m none "$0" && exec "$@"';
const inNamespace = ['--user', '--map-root-user', '--mount', 'sh', '-c', small];

/** Why no small disk can be had here, as a sentence; `null` when it can. */
export function whyNoSmallDisk(): string | null {
  return spawnSync('unshare', [...inNamespace, '/mnt', 'true']).status === 0
    ? null
    : 'the system does not let us mount a small disk';
}

/** All of it runs in the small disk's namespace: no one else sees it, and it ends with its last process. */
async function run(): Promise<Findings> {
  const why = whyNoSmallDisk();
  if (why !== null) return { figures: [{ what: 'not played', value: why }], faults: [] };
  const folder = await temporaryFolder();
  const program = path.join(root, 'torture/full-disk/inside.ts');
  const { stdout, stderr } = spawnSync(
    'unshare',
    [...inNamespace, folder, process.execPath, program, folder],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const found = stdout.split('\n').find((line) => line.startsWith('{'));
  return found === undefined ? { figures: [], faults: [stderr] } : JSON.parse(found);
}
