import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { whyNoNginx } from '../harness/nginx.ts';
import { startProgram } from '../harness/program.ts';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { curl } from './harness/curl.ts';
import { load, requestOf } from './harness/load.ts';
import { watchGrowth } from './harness/memory.ts';
import { startNginxFiles } from './harness/nginx-files.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row, Skipped } from './harness/row.ts';
import { downloadPath, publish } from './tools/files.ts';

const large = 100 * 1024 * 1024;
const small = 20 * 1024;
/** One person may have ten downloads at once. */
const connections = 8;

export const download: Row = {
  name: 'download',
  about: 'Downloading 100 MB and 20 KB with the access check, compared to nginx sending the same file',
  run,
};

async function run({ rounds, seconds, say }: Bench): Promise<Report> {
  const why = whyNoNginx();
  if (why !== null) throw new Skipped(`Here ${why}.`);
  const folder = await temporaryFolder();
  const names = { 'large.bin': large, 'small.bin': small };
  for (const [name, bytes] of Object.entries(names))
    await writeFile(path.join(folder, name), randomBytes(bytes));
  const dataFolder = await temporaryFolder();
  const first = await startQuad({ dataFolder });
  for (const name of Object.keys(names))
    await publish(first, await first.signIn('it'), path.join(folder, name), name);
  await first.stop();

  // Restarted, so that what the uploads took is not part of the memory before the downloads.
  const quad = await startQuad({ dataFolder });
  const cookie = await quad.signIn('it');
  const nginx = await startNginxFiles(folder);
  const bare = await startBare(path.join(folder, 'large.bin'));
  const paths = {
    large: await downloadPath(quad, 'large.bin'),
    small: await downloadPath(quad, 'small.bin'),
  };
  const faults: string[] = [];
  const whole = (words: readonly string[]) => async () => {
    const { status, seconds: took, bytes } = await curl(words);
    if (status !== 200 || bytes !== large)
      faults.push(`${words.at(-1)} was answered with ${status}, ${bytes} bytes.`);
    return took;
  };
  const often = (port: number, address: string, headers: Record<string, string>) => async () => {
    const bytes = requestOf('GET', address, port, headers);
    const isRight = (head: string) =>
      head.startsWith('HTTP/1.1 200 ') && /content-length: 20480\r\n/i.test(head);
    const result = await load(() => ({ bytes, isRight }), { port, seconds, connections });
    if (result.wrong > 0)
      faults.push(`${result.wrong} answers were wrong: ${result.firstWrong?.slice(0, 300)}`);
    return result.perSecond;
  };
  const nginxUrl = `http://127.0.0.1:${nginx}`;
  const sides = {
    nginx: whole([`${nginxUrl}/large.bin`]),
    bare: whole([`http://127.0.0.1:${bare}/`]),
    quad: whole(['--header', `Cookie: ${cookie}`, `${quad.url}${paths.large}`]),
    nginxSmall: often(nginx, '/small.bin', {}),
    quadSmall: often(quad.port, paths.small, { cookie }),
  };
  await sides.quadSmall();
  say(`${rounds} rounds of 100 MB, and of 20 KB for ${seconds} s`);
  const grownBy = watchGrowth(quad.pid);
  await sides.quad();
  const growth = grownBy();
  await sides.nginx();
  const results = await interleave<keyof typeof sides, number>(rounds, sides);
  await quad.stop();
  const rates = (took: readonly number[]) => took.map((one) => large / 1e6 / one);
  return {
    lines: [
      compare({
        what: '100 MB: megabytes per second',
        unit: '/s',
        ours: rates(results.quad),
        limit: rates(results.nginx),
        against: 'nginx with sendfile',
        goal: { atLeast: 0.9 },
      }),
      compare({
        what: '100 MB: megabytes per second',
        unit: '/s',
        ours: rates(results.quad),
        limit: rates(results.bare),
        against: 'bare Node',
      }),
      compare({
        what: `20 KB: downloads, ${connections} at once`,
        unit: '/s',
        ours: results.quadSmall,
        limit: results.nginxSmall,
        against: 'nginx with sendfile',
      }),
      figure('growth of memory during 100 MB', 'MB', [growth], { atMost: 60 }),
    ],
    remarks: ['Every download was answered with 200 and came whole.'],
    faults,
  };
}

/** @returns the port of a bare Node that sends this file */
async function startBare(file: string): Promise<number> {
  const port = await freePort();
  const ready = 'The bare server is ready';
  await startProgram(['bench/harness/limits/bare-download.mjs', String(port), file], { ready });
  return port;
}
