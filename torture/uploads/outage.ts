import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import { arriving } from './check.ts';
import { forEveryone, sendUpload } from './send.ts';

const uploads = 10;

/** Something that uploads need, which works, is slow, or is down, phase by phase. */
export interface Outage {
  figures: { what: string; value: number | string }[];
  faults: string[];
  /** Sends uploads at once, which must all get this status while everything else continues. */
  phase(what: string, status: number, content?: string | Buffer): Promise<void>;
}

/** @param name What is down, for figures and faults. */
export async function watchOutage(quad: Quad, name: string, say: (text: string) => void): Promise<Outage> {
  const cookie = await quad.signIn('it');
  const faults: string[] = [];
  const figures: Outage['figures'] = [];
  let sent = 0;

  /** Lists continue, and the portal stays ready. */
  async function probe(isOver: () => boolean): Promise<number> {
    let answered = 0;
    while (!isOver()) {
      const list = await ask(`${quad.url}/api/files?page=1`, { headers: { cookie }, patience: 20_000 });
      const ready = await ask(`${quad.url}/health/ready`, { patience: 20_000 });
      if (list.status !== 200) faults.push(`A list was answered with ${list.status}.`);
      if (ready.status !== 200) faults.push(`Readiness was answered with ${ready.status}.`);
      answered += 2;
      await pause(50);
    }
    return answered;
  }

  async function phase(what: string, status: number, content: string | Buffer = 'a report') {
    say(`${name} ${what}`);
    const began = performance.now();
    let over = false;
    const probing = probe(() => over);
    const answers = await Promise.all(
      Array.from({ length: uploads }, () => {
        sent += 1;
        const form = { origin: quad.url, cookie, fields: forEveryone, fileName: `outage-${sent}.txt` };
        return sendUpload({ ...form, url: `${quad.url}/api/files/upload`, content: Buffer.from(content) });
      }),
    );
    over = true;
    const probes = await probing;
    const statuses = [...new Set(answers.map((answer) => answer.status))];
    if (String(statuses) !== String(status))
      faults.push(`${name} ${what}: uploads were answered with ${statuses}.`);
    if (arriving(quad).length > 0) faults.push(`${name} ${what}: something of an upload is left.`);
    const took = Math.round(performance.now() - began);
    const value = `${status} after ${took} ms; ${probes} other requests answered`;
    figures.push({ what: `${name} ${what}`, value });
  }

  return { phase, figures, faults };
}
