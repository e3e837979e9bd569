import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { keepFile } from './harness/keep-file.ts';
import { watchChildren, watchGrowth } from './harness/memory.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';
import { countPosters, drawPoster, submitPoster } from './tools/posters.ts';

const megabytes = 50;

export const poster: Row = {
  name: 'poster',
  about:
    'Sending a poster of 50 MB, which a separate process judges, compared to writing and hashing the same bytes',
  run,
};

async function run({ rounds, say }: Bench): Promise<Report> {
  const folder = await temporaryFolder();
  const [small, large] = [path.join(folder, 'small.pdf'), path.join(folder, 'large.pdf')];
  await writeFile(small, drawPoster(0));
  await writeFile(large, drawPoster(megabytes * 1024 * 1024));
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const cookie = await quad.signIn('student');
  let submitted = 0;
  const submit = async (file: string) => {
    submitted += 1;
    return submitPoster(quad, cookie, file);
  };
  const watched = async (file: string) => {
    const [grownBy, ofChild] = [watchGrowth(quad.pid), watchChildren(quad.pid)];
    const seconds = await submit(file);
    return { seconds, growth: grownBy(), child: ofChild() };
  };
  // What a separate process takes for any file, and the first large one: later ones reuse its memory.
  const first = { small: await watched(small), large: await watched(large) };
  const sides = {
    raw: () => keepFile(large, path.join(folder, 'copy.pdf')),
    quad: () => submit(large),
  };
  say(`${rounds} rounds of ${megabytes} MB`);
  const results = await interleave(rounds, sides);
  const found = await countPosters(quad);
  await quad.stop();
  const what = `a poster of ${megabytes} MB`;
  return {
    lines: [
      compare({
        what: `${what}: time`,
        unit: 's',
        ours: results.quad,
        limit: results.raw,
        against: 'writing, hashing, and fsyncing',
      }),
      figure(`${what}: growth of the server's memory`, 'MB', [first.large.growth], { atMost: 70 }),
      figure(`${what}: memory of the process that judges it`, 'MB', [first.large.child]),
      figure(
        'what that process takes more than for a small PDF',
        'MB',
        [first.large.child - first.small.child],
        {
          atMost: 20,
        },
      ),
    ],
    remarks: ['Every poster was answered with 201, and is there with its size.'],
    faults: [
      ...(found === submitted ? [] : [`${submitted} posters were sent, and ${found} are there.`]),
      ...(first.small.child > 0 && first.large.child > 0
        ? []
        : ['No process that judges a poster was seen.']),
    ],
  };
}
