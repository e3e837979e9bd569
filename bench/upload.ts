import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { campusWithLargeFiles } from '../harness/campus.ts';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { keepFile } from './harness/keep-file.ts';
import { watchGrowth } from './harness/memory.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';
import { erase, publish } from './tools/files.ts';

const megabytes = 150;

export const upload: Row = {
  name: 'upload',
  about: 'Uploading 150 MB, compared to writing, hashing, and fsyncing the same bytes',
  run,
};

async function run({ rounds, say }: Bench): Promise<Report> {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'large.bin');
  await writeFile(file, randomBytes(megabytes * 1024 * 1024));
  const environment = { QUAD_CAMPUS: await campusWithLargeFiles(megabytes) };
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment });
  const cookie = await quad.signIn('it');
  let number = 0;
  const small = path.join(folder, 'small.bin');
  await writeFile(small, randomBytes(1_000));
  await publish(quad, cookie, small, 'small.bin');

  const ours = async () => {
    number += 1;
    const name = `large-${number}.bin`;
    const grownBy = watchGrowth(quad.pid);
    const seconds = await publish(quad, cookie, file, name);
    const growth = grownBy();
    await erase(quad, cookie, name);
    return { seconds, growth };
  };
  const sides = {
    raw: async () => ({ seconds: await keepFile(file, path.join(folder, 'copy.bin')), growth: 0 }),
    quad: ours,
  };
  // The first upload shows the growth: later ones reuse the memory of the first.
  const { growth } = await ours();
  say(`${rounds} rounds of ${megabytes} MB`);
  const results = await interleave(rounds, sides);
  await quad.stop();
  const times = (of: readonly { seconds: number }[]) => of.map(({ seconds }) => seconds);
  return {
    lines: [
      compare({
        what: `${megabytes} MB: time`,
        unit: 's',
        ours: times(results.quad),
        limit: times(results.raw),
        against: 'writing, hashing, and fsyncing',
        goal: { atMost: 2.5 },
      }),
      figure(`growth of memory during ${megabytes} MB`, 'MB', [growth], { atMost: 70 }),
    ],
    remarks: ['Every upload was answered with 201.'],
    faults: [],
  };
}
