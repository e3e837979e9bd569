import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { type LoadResult, load, requestOf } from './harness/load.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, type Line, type Report, type Row } from './harness/row.ts';
import { fillFiles, listedPages } from './tools/files.ts';

const [few, many] = [1_000, 100_000];

export const fileLists: Row = {
  name: 'file-lists',
  about: 'Pages of files with 100,000 of them, beside the same pages with 1,000',
  run,
};

async function run({ rounds, seconds, say }: Bench): Promise<Report> {
  const small = await open(few, say);
  const large = await open(many, say);
  const lines: Line[] = [];
  const faults: string[] = [];
  for (const [index, { what, person, rows, isJudged }] of listedPages(few).entries()) {
    const turn = async ({ quad, pages }: Filled) => {
      const cookie = await quad.signIn(person);
      const address = pages[index]?.path ?? '';
      return async () => {
        const bytes = requestOf('GET', address, quad.port, { cookie });
        const isRight = (head: string, body: string) =>
          head.startsWith('HTTP/1.1 200 ') && JSON.parse(body).data.length >= Math.max(rows, 1);
        return load(() => ({ bytes, isRight }), { port: quad.port, seconds, connections: 1 });
      };
    };
    const sides = { small: await turn(small), large: await turn(large) };
    await interleave<keyof typeof sides, LoadResult>(1, sides);
    const results = await interleave<keyof typeof sides, LoadResult>(rounds, sides);
    const wrong = [...results.small, ...results.large].find(({ firstWrong }) => firstWrong !== null);
    if (wrong !== undefined) faults.push(`${what}: ${wrong.firstWrong?.slice(0, 300)}`);
    lines.push(
      compare({
        what: `${what}, ${many.toLocaleString('en-US')} files`,
        unit: 'ms',
        ours: results.large.map(({ p50 }) => p50),
        limit: results.small.map(({ p50 }) => p50),
        against: `with ${few.toLocaleString('en-US')}`,
        ...(isJudged ? { goal: { atMost: 3 } } : {}),
      }),
    );
  }
  await small.quad.stop();
  await large.quad.stop();
  return { lines, remarks: ['Every page was answered with 200 and had its rows.'], faults };
}

interface Filled {
  quad: Quad;
  pages: ReturnType<typeof listedPages>;
}

/** A portal with this many files in all. */
async function open(count: number, say: (text: string) => void): Promise<Filled> {
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const [there] = await quad.query<{ files: number }>('select count(*)::int as files from files');
  say(`adding ${count.toLocaleString('en-US')} files`);
  await fillFiles(quad, count - (there?.files ?? 0));
  return { quad, pages: listedPages(count) };
}
