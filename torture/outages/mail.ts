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
  { mood: 'says nothing', reason: /took too long|did not answer in time/, copies: 1 },
  { mood: 'asks to come later', reason: /asked to try again later \(451/, copies: 1 },
  { mood: 'refuses', reason: /rejected the email \(550/, copies: 1 },
  // No one can know whether it was accepted, so it is sent again, under the same Message-ID.
  { mood: 'hangs up', reason: /connection to the mail server ended/, copies: 2 },
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
  const student = await quad.signIn('student');
  const logged = async (mood: MailMood) => {
    await deliver(portal, fileLog(ledger, `mail ${mood}`), ledger);
    return aboutLog([...ledger.logs.keys()].at(-1) ?? '');
  };
  const asked = async (mood: MailMood) => aboutTicket(await submitTicket(quad, student, mood));
  for (const { mood, reason, copies } of moods) {
    say(`a mail server that is ${mood === 'down' ? mood : `there, and ${mood}`}`);
    // One after the other: a server that hangs up ends what else is on its way, too.
    for (const submit of [logged, asked]) {
      await server.become(mood);
      const began = performance.now();
      const { what, where, key } = await submit(mood);
      const took = performance.now() - began;
      if (took > 3_000) faults.push(`${mood}: filing a ${what} took ${Math.round(took)} ms.`);
      const job = await untilFailed(quad, where, reason);
      if (job === null)
        faults.push(`${mood}: the queue does not say why the email about a ${what} was not sent.`);
      if ((await ask(`${quad.url}/health/ready`)).status !== 200) faults.push(`${mood}: not ready.`);
      await server.become('well');
      const known = new Set(server.taken.keys());
      if (job !== null) await retry(portal, job);
      await untilDone(quad, where);
      const id = [...server.taken.keys()].find((one) => one.includes(key));
      const found = server.taken.get(id ?? '') ?? 0;
      if (found !== copies)
        faults.push(`${mood}: the email about a ${what} was accepted ${found} times, not ${copies}.`);
      if (server.taken.size > known.size + 1) faults.push(`${mood}: there are emails that no one asked for.`);
    }
  }
  if (!quad.isAlive()) faults.push('The server has died.');
  await quad.stop();
  const value = `${2 * moods.length} emails came, ${[...server.taken.values()].filter((times) => times > 1).length} of them twice`;
  return { figures: [{ what: 'mail down, silent, 4xx, 5xx, hanging up', value }], faults };
}

/** An email that has to come: the condition that finds its job, and what its Message-ID contains. */
interface Expected {
  what: string;
  where: string;
  key: string;
}

function aboutLog(log: string): Expected {
  return { what: 'log', where: `data->'logIds' ? '${log}'`, key: log };
}

function aboutTicket({ id, number }: { id: string; number: number }): Expected {
  const messages = `select m.id::text from help_messages m where m.ticket_id = '${id}'`;
  return { what: 'ticket', where: `data->>'messageId' in (${messages})`, key: `<ticket-${number}.` };
}

/** As a student does on the form, with a small file. */
async function submitTicket(
  { url }: Quad,
  cookie: string,
  mood: MailMood,
): Promise<{ id: string; number: number }> {
  const field = (name: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--edge\r\nContent-Disposition: form-data; name="attachments"; filename="a.txt"\r\n\r\nA file.\r\n`;
  const body = `${field('subject', `Mail ${mood}`)}${field('description', 'Is it stored?')}${file}--edge--\r\n`;
  const headers = { cookie, origin: url, 'content-type': 'multipart/form-data; boundary=edge' };
  const answer = await ask(`${url}/api/support/helpdesk`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`A ticket was answered with ${answer.status}: ${answer.body}`);
  return (JSON.parse(answer.body) as { data: { id: string; number: number } }).data;
}

async function untilFailed(quad: Quad, where: string, reason: RegExp): Promise<string | null> {
  const giveUpAt = Date.now() + patience;
  while (Date.now() < giveUpAt) {
    const [job] = await quad.query<{ id: string; reason: string | null }>(
      `select id, output->>'reason' as reason from jobs.job where ${where} and state in ('retry', 'failed')`,
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

async function untilDone(quad: Quad, where: string): Promise<void> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const jobs = await quad.query(`select 1 from jobs.job where ${where} and state = 'completed'`);
    if (jobs.length === 1) return;
    if (Date.now() > giveUpAt) throw new Error('The email was not sent after all.');
    await pause(100);
  }
}
