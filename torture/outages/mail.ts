import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import { busyCampus } from '../../harness/campus.ts';
import { type Quad, startQuad, temporaryFolder } from '../../harness/quad.ts';
import type { Findings, Torture } from '../scenario.ts';
import { createLedger } from '../writes/ledger.ts';
import { fileLog } from '../writes/plan.ts';
import { deliver, type Portal, signInAll } from '../writes/writer.ts';
import { type MailMood, openMailServer } from './mail-server.ts';

/** What the Queue Manager has to report about an email that could not be sent. */
const moods: readonly { mood: MailMood; reason: RegExp; copies: number }[] = [
  { mood: 'down', reason: /could not be reached/, copies: 1 },
  { mood: 'says nothing', reason: /took too long|could not be reached/, copies: 1 },
  { mood: 'asks to come later', reason: /asked to try again later \(451/, copies: 1 },
  { mood: 'refuses', reason: /rejected the email \(550/, copies: 1 },
  // No one can know whether it was accepted, so it is sent again, under the same Message-ID.
  { mood: 'hangs up', reason: /ended the connection/, copies: 2 },
];
const patience = 60_000;

/** A mail server that is down or misbehaves: people who write do not notice, and every email arrives. */
export async function mailOutages({ say }: Torture): Promise<Findings> {
  const server = await openMailServer();
  const quad = await startQuad({
    dataFolder: await temporaryFolder(),
    environment: { QUAD_SMTP_URL: server.url, QUAD_CAMPUS: await busyCampus() },
  });
  const portal = await signInAll(quad);
  const ledger = createLedger();
  const faults: string[] = [];
  for (const { mood, reason, copies } of moods) {
    say(`a mail server that is ${mood === 'down' ? mood : `there, and ${mood}`}`);
    await server.become(mood);
    const began = performance.now();
    await deliver(portal, fileLog(ledger, `mail ${mood}`), ledger);
    const took = performance.now() - began;
    if (took > 3_000) faults.push(`${mood}: filing a log took ${Math.round(took)} ms.`);
    const log = [...ledger.logs.keys()].at(-1) ?? '';
    const job = await untilFailed(quad, log, reason);
    if (job === null) faults.push(`${mood}: the queue does not say why the email was not sent.`);
    if ((await ask(`${quad.url}/health/ready`)).status !== 200) faults.push(`${mood}: not ready.`);
    await server.become('well');
    const known = new Set(server.taken.keys());
    if (job !== null) await retry(portal, job);
    await untilDone(quad, log);
    const id = [...server.taken.keys()].find((key) => key.includes(log));
    const found = server.taken.get(id ?? '') ?? 0;
    if (found !== copies) faults.push(`${mood}: the email was taken ${found} times, not ${copies}.`);
    if (server.taken.size > known.size + 1) faults.push(`${mood}: there are emails that no one asked for.`);
  }
  if (!quad.isAlive()) faults.push('The server has died.');
  await quad.stop();
  const value = `${moods.length} emails came, ${[...server.taken.values()].filter((times) => times > 1).length} of them twice`;
  return { figures: [{ what: 'mail down, silent, 4xx, 5xx, hanging up', value }], faults };
}

async function untilFailed(quad: Quad, log: string, reason: RegExp): Promise<string | null> {
  const giveUpAt = Date.now() + patience;
  while (Date.now() < giveUpAt) {
    const [job] = await quad.query<{ id: string; reason: string | null }>(
      `select id, output->>'reason' as reason from jobs.job where data->'logIds' ? $1 and state in ('retry', 'failed')`,
      [log],
    );
    if (job !== undefined && reason.test(job.reason ?? '')) return job.id;
    await pause(100);
  }
  return null;
}

/** As IT does in the Queue Manager. */
async function retry({ url, cookies }: Portal, job: string): Promise<void> {
  const headers = { cookie: cookies.it, origin: url };
  const answer = await ask(`${url}/api/jobs/${job}/retry`, { method: 'POST', headers });
  if (answer.status !== 200) throw new Error(`The job could not be retried: ${answer.status} ${answer.body}`);
}

async function untilDone(quad: Quad, log: string): Promise<void> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const jobs = await quad.query(
      `select 1 from jobs.job where data->'logIds' ? $1 and state = 'completed'`,
      [log],
    );
    if (jobs.length === 1) return;
    if (Date.now() > giveUpAt) throw new Error('The email was not sent after all.');
    await pause(100);
  }
}
