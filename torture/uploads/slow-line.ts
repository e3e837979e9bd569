import { randomBytes } from 'node:crypto';
import { ask } from '../../harness/ask.ts';
import { sameForAll } from '../../harness/instance.ts';
import { startNginx, whyNoNginx } from '../../harness/nginx.ts';
import { startQuad, temporaryFolder } from '../../harness/quad.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';
import { signIn } from '../instances/place.ts';
import type { Findings } from '../scenario.ts';
import { forEveryone, sendUpload } from './send.ts';
import { sha256 } from './shelf.ts';

/** 2 Mbit/s, in bytes per second. */
const rate = 250_000;
const largest = 100 * 1024 * 1024;

/** A file of 100 MB over a line of 2 Mbit/s, through nginx and without it. @param seconds A smaller file for less time */
export async function slowLine(seconds: number | null, say: (text: string) => void): Promise<Findings> {
  const bytes = seconds === null ? largest : Math.min(largest, seconds * rate);
  say(`${Math.round(bytes / 2 ** 20)} MB at 2 Mbit/s, ${Math.round(bytes / rate)} s`);
  const why = whyNoNginx();
  const ways = why === null ? (['directly', 'through nginx'] as const) : (['directly'] as const);
  const found = await Promise.all(ways.map((way) => uploadSlowly(way, bytes)));
  const missing = why === null ? [] : [{ what: 'through nginx', value: `not played: ${why}` }];
  return {
    figures: [...found.flatMap(({ figures }) => figures), ...missing],
    faults: found.flatMap(({ faults }) => faults),
  };
}

async function uploadSlowly(way: 'directly' | 'through nginx', bytes: number): Promise<Findings> {
  const port = await freePort();
  const url = way === 'directly' ? `http://localhost:${port}` : (await startNginx([port])).url;
  const proxied = { ...sameForAll, PUBLIC_URL: url, QUAD_TRUSTED_PROXIES: '127.0.0.1' };
  const environment = { QUAD_FILES_KEEP_FREE: '1 MB', ...(way === 'directly' ? {} : proxied) };
  const quad = await startQuad({ dataFolder: await temporaryFolder(), port, environment });
  const cookie = await signIn(url, 'it');
  const content = randomBytes(bytes);
  const began = performance.now();
  const form = { origin: url, cookie, fields: forEveryone, fileName: 'slow.bin', content, rate };
  const answer = await sendUpload({ ...form, url: `${url}/api/files/upload` });
  const took = Math.round((performance.now() - began) / 1_000);
  const faults: string[] = [];
  if (answer.status !== 201) {
    faults.push(
      `${way}: it was answered with ${answer.status} after ${took} s: ${answer.body.slice(0, 200)}`,
    );
  } else {
    const head = { method: 'HEAD', headers: { cookie } } as const;
    const { status } = await ask(`${url}/files/${JSON.parse(answer.body).data._id}`, head);
    const [row] = await quad.query<{ sha256: string }>(
      `select encode(s.sha256, 'hex') as sha256 from stored_files s
       join file_versions v on v.stored_name = s.name join files f on f.id = v.file_id
       where f.original_filename = 'slow.bin'`,
    );
    if (status !== 200 || row?.sha256 !== sha256(content))
      faults.push(`${way}: it did not arrive as it was sent.`);
  }
  await quad.stop();
  return {
    figures: [{ what: `a large file over a slow line, ${way}`, value: `${answer.status} after ${took} s` }],
    faults,
  };
}
