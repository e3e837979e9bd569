import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ask } from '../../harness/ask.ts';
import { type Quad, startQuad } from '../../harness/quad.ts';
import { endAll } from '../../harness/scope.ts';
import { arriving } from '../uploads/check.ts';
import { forEveryone, sendUpload } from '../uploads/send.ts';

/** How soon everything has to be back to normal once there is room, in milliseconds. */
const recoveryLimit = 5_000;
const [, , folder = ''] = process.argv;
const filler = path.join(folder, 'filler');
const faults: string[] = [];
const figures: { what: string; value: number | string }[] = [];
const acknowledged: string[] = [];
let asked = 0;

/** Takes all but this many bytes. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const count = Math.floor((bavail * bsize - left) / 1024);
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k', `count=${count}`], { stdio: 'ignore' });
  } catch {
    // It ends with an error when the disk is full, as intended.
  }
}

async function write(quad: Quad, cookie: string): Promise<number> {
  asked += 1;
  const shortUrl = `disk-${asked}`;
  const answer = await ask(`${quad.url}/api/redirects`, {
    method: 'POST',
    headers: { cookie, origin: quad.url, 'content-type': 'application/json' },
    body: JSON.stringify({ shortUrl, longUrl: `https://example.com/${'x'.repeat(1_500)}` }),
  });
  if (answer.status === 201) acknowledged.push(shortUrl);
  else if (answer.status !== 503 || answer.retryAfter === null)
    faults.push(`A write was answered with ${answer.status} and Retry-After ${answer.retryAfter}.`);
  return answer.status;
}

async function expectStatus(quad: Quad, address: string, status: number, cookie: string): Promise<void> {
  const answer = await ask(`${quad.url}${address}`, { headers: { cookie } });
  if (answer.status !== status) faults.push(`${address} was answered with ${answer.status}, not ${status}.`);
}

/** Makes room and waits until a write is accepted. */
async function recover(quad: Quad, cookie: string, what: string): Promise<void> {
  rmSync(filler);
  const begin = performance.now();
  while ((await write(quad, cookie)) !== 201 && performance.now() - begin < 30_000)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const took = Math.round(performance.now() - begin);
  figures.push({ what, value: `well after ${took} ms` });
  if (took > recoveryLimit) faults.push(`It took ${took} ms until a write was accepted again.`);
  await expectStatus(quad, '/health/ready', 200, cookie);
}

/** No row can be added, but everything can still be read. */
async function withoutRoomForRows(quad: Quad, cookie: string): Promise<void> {
  fill(0);
  let refused = 0;
  for (let tried = 0; tried < 200 && refused < 5; tried += 1)
    if ((await write(quad, cookie)) === 503) refused += 1;
  if (refused < 5) faults.push('The full disk refused no write.');
  for (const address of ['/health/live', '/health/ready', '/api/redirects?page=1'])
    await expectStatus(quad, address, 200, cookie);
  await recover(quad, cookie, 'no room for a row');
}

/** A file that does not fit leaves nothing behind, even when its length was not known beforehand. */
async function withoutRoomForAFile(quad: Quad, cookie: string): Promise<void> {
  const send = (fileName: string) =>
    sendUpload({
      url: `${quad.url}/api/files/upload`,
      origin: quad.url,
      ...{ cookie, fields: forEveryone, fileName, content: Buffer.alloc(12 * 2 ** 20, 'a'), isChunked: true },
    });
  // Enough for the upload to start.
  fill(6 * 2 ** 20);
  const refused = await send('full.txt');
  if (refused.status !== 507) faults.push(`An upload to the full disk was answered with ${refused.status}.`);
  if (arriving(quad).length > 0) faults.push('An upload to the full disk left part of it behind.');
  for (const address of ['/health/ready', '/api/files?page=1', '/api/redirects?page=1'])
    await expectStatus(quad, address, 200, cookie);
  await recover(quad, cookie, 'no room for a file');
  const taken = await send('fits.txt');
  if (taken.status !== 201) faults.push(`Once there was room, an upload was answered with ${taken.status}.`);
  const rows = await quad.query("select from files where original_filename in ('full.txt', 'fits.txt')");
  if (rows.length !== 1) faults.push(`Of two uploads ${rows.length} are there.`);
}

/** PostgreSQL cannot continue without room for its log, and ends; its supervisor retries until there is. */
async function withoutRoomForTheLog(quad: Quad, cookie: string): Promise<void> {
  const client = new pg.Client(quad.connection);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table churned as select i, i::text as text from generate_series(1, 1000) i');
  // Less than a segment of the log.
  fill(9 * 2 ** 20);
  let ended = false;
  const churn = async () => {
    await client.query('update churned set text = text');
    await client.query('vacuum churned');
  };
  for (let turn = 0; turn < 5_000 && !ended; turn += 1) {
    ended = await churn().then(
      () => false,
      ({ code }: { code?: string }) => code === '53100' || code === undefined,
    );
  }
  if (!ended) faults.push("PostgreSQL's log still found room.");
  // The statement fails a moment before PostgreSQL is gone.
  const ready = () => ask(`${quad.url}/health/ready`);
  const begin = performance.now();
  while ((await ready()).status !== 503 && performance.now() - begin < recoveryLimit)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await expectStatus(quad, '/health/ready', 503, cookie);
  await expectStatus(quad, '/health/live', 200, cookie);
  if ((await write(quad, cookie)) === 201) faults.push('A write was accepted without a database.');
  await recover(quad, cookie, "no room for PostgreSQL's log");
}

try {
  // The server's log is on another disk: it is not tested here.
  const log = path.join(os.tmpdir(), `quad-full-disk-${process.pid}.log`);
  writeFileSync(log, '');
  const quad = await startQuad({
    dataFolder: path.join(folder, 'data'),
    environment: { QUAD_LOG: log, QUAD_FILES_KEEP_FREE: '1 MB' },
  });
  const cookie = await quad.signIn('it');
  await write(quad, cookie);
  await withoutRoomForAFile(quad, cookie);
  await withoutRoomForRows(quad, cookie);
  await withoutRoomForTheLog(quad, cookie);
  const rows = await quad.query<{ name: string; audited: number }>(
    `select short_url as name, (select count(*)::int from audit_entries e
       where e.subject_id = l.id::text and e.action = 'short-link.create') as audited
     from short_links l where short_url like 'disk-%'`,
  );
  const lost = acknowledged.filter((name) => !rows.some((row) => row.name === name));
  if (lost.length > 0) faults.push(`${lost.length} acknowledged writes were lost.`);
  if (rows.some(({ audited }) => audited !== 1))
    faults.push('A write does not have exactly one audit entry.');
  figures.push({ what: 'writes acknowledged, and found', value: acknowledged.length - lost.length });
  figures.push({ what: 'writes told to come back', value: asked - acknowledged.length });
  figures.push({ what: 'writes lost', value: lost.length });
  await quad.stop();
  rmSync(log);
  console.log(JSON.stringify({ figures, faults }));
} finally {
  await endAll();
}
