import { type Quad, startQuad, temporaryFolder } from '../../harness/quad.ts';
import { type LoadResult, load, requestOf } from './load.ts';
import { interleave } from './rounds.ts';
import { type Bench, compare, type Line, type Report } from './row.ts';

/** Rows of the two portals, unless the list says otherwise. */
const usual = { few: 1_000, many: 100_000 };
/** How many times slower a page may be with a hundred times the rows. */
const goal = { atMost: 3 };

export interface ListedPage {
  what: string;
  person: string;
  path: string;
  /** How many rows it has. */
  rows: number;
  /** Whether the goal is about it. */
  isJudged: boolean;
}

export interface GrowingList {
  noun: string;
  table: string;
  sizes?: { readonly few: number; readonly many: number };
  /** Adds this many rows. */
  fill(quad: Quad, count: number): Promise<void>;
  /** The pages that are measured, for this many rows in total. */
  pages(count: number): readonly ListedPage[];
}

/** Pages of a list with many rows, compared to the same pages with few, one request after the other. */
export async function measureGrowth({ rounds, seconds, say }: Bench, list: GrowingList): Promise<Report> {
  const { few, many } = list.sizes ?? usual;
  const small = await open(list, few, say);
  const large = await open(list, many, say);
  const lines: Line[] = [];
  const faults: string[] = [];
  for (const [index, { what, person, rows, isJudged }] of list.pages(few).entries()) {
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
        what: `${what}, ${many.toLocaleString('en-US')} ${list.noun}`,
        unit: 'ms',
        ours: results.large.map(({ p50 }) => p50),
        limit: results.small.map(({ p50 }) => p50),
        against: `with ${few.toLocaleString('en-US')}`,
        ...(isJudged ? { goal } : {}),
      }),
    );
  }
  await small.quad.stop();
  await large.quad.stop();
  return { lines, remarks: ['Every page was answered with 200 and had its rows.'], faults };
}

interface Filled {
  quad: Quad;
  pages: readonly ListedPage[];
}

/** A portal with this many rows in total. */
async function open(list: GrowingList, count: number, say: (text: string) => void): Promise<Filled> {
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  const [there] = await quad.query<{ rows: number }>(`select count(*)::int as rows from ${list.table}`);
  say(`adding ${count.toLocaleString('en-US')} ${list.noun}`);
  await list.fill(quad, count - (there?.rows ?? 0));
  return { quad, pages: list.pages(count) };
}
