import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import { startQuad, temporaryFolder } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import {
  type ClamdManner,
  startClamdServer,
  testVirus,
} from '../../src/platform/server/files/testing/clamd-server.ts';
import type { Findings } from '../scenario.ts';
import { arriving, cleanUp } from './check.ts';
import { forEveryone, sendUpload } from './send.ts';

const uploads = 10;

/** clamd works, is slow, hangs, is down, and is back: no file gets past it, and everything else continues. */
export async function scannerOutages(say: (text: string) => void): Promise<Findings> {
  let clamd = await startClamdServer();
  endLater(() => clamd.stop());
  const environment = { QUAD_CLAMD: clamd.address, QUAD_FILES_KEEP_FREE: '1 MB' };
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment });
  const cookie = await quad.signIn('it');
  const faults: string[] = [];
  const figures: { what: string; value: number | string }[] = [];
  let sent = 0;

  async function phase(what: string, status: number, content = 'a report') {
    say(`clamd ${what}`);
    const began = performance.now();
    let over = false;
    const probing = probe(() => over);
    const answers = await Promise.all(
      Array.from({ length: uploads }, () => {
        sent += 1;
        const form = { origin: quad.url, cookie, fields: forEveryone, fileName: `scanned-${sent}.txt` };
        return sendUpload({ ...form, url: `${quad.url}/api/files/upload`, content: Buffer.from(content) });
      }),
    );
    over = true;
    const probes = await probing;
    const statuses = [...new Set(answers.map((answer) => answer.status))];
    if (String(statuses) !== String(status))
      faults.push(`clamd ${what}: uploads were answered with ${statuses}.`);
    if (arriving(quad).length > 0) faults.push(`clamd ${what}: something of an upload is left.`);
    const took = Math.round(performance.now() - began);
    figures.push({
      what: `clamd ${what}`,
      value: `${status} after ${took} ms; ${probes} other requests answered`,
    });
  }

  /** Lists and downloads continue, whatever clamd does. */
  async function probe(isOver: () => boolean): Promise<number> {
    let answered = 0;
    while (!isOver()) {
      const list = await ask(`${quad.url}/api/files?page=1`, { headers: { cookie }, patience: 5_000 });
      if (list.status !== 200) faults.push(`A list was answered with ${list.status}.`);
      answered += 1;
      await pause(50);
    }
    return answered;
  }

  const manner = (next: ClamdManner) => {
    clamd.state.manner = next;
  };
  await phase('works', 201);
  await phase('finds a virus', 400, testVirus);
  manner('take long');
  await phase('takes two seconds', 201);
  manner('never answer');
  await phase('does not answer', 503);
  await clamd.stop();
  await phase('is away', 503);
  clamd = await startClamdServer('scan', clamd.port);
  await phase('is back', 201);
  const { left, faults: remaining } = await cleanUp(quad);
  if (left > 0) faults.push(`${left} files were left that no row names.`);
  await quad.stop();
  return { figures, faults: [...faults, ...remaining] };
}
