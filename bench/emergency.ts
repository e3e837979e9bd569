import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { ask } from '../harness/ask.ts';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { endLater } from '../harness/scope.ts';
import { watchGrowth } from './harness/memory.ts';
import { type Bench, figure, type Report, type Row } from './harness/row.ts';
import { fillPeople, publishEmergency } from './tools/emergency.ts';

const people = 50_000;
/** A mail server on this machine that answers at once, and one that takes this long for each email, in milliseconds. */
const delays = [0, 20] as const;
/** For the slow one, which is only about time. */
const fewPeople = 5_000;

export const emergency: Row = {
  name: 'emergency',
  about:
    'emailing an emergency to 50,000 people: total time, memory growth, and the time of a small request while it runs',
  run,
};

async function run({ say }: Bench): Promise<Report> {
  const all = await sendTo(people, delays[0], say);
  const slow = await sendTo(fewPeople, delays[1], say);
  return {
    lines: [
      figure(`to ${people.toLocaleString('en-US')} people: publishing`, 'ms', [all.publishing]),
      figure(`to ${people.toLocaleString('en-US')} people: until the last email`, 's', [all.seconds]),
      figure('emails', '/s', [all.sent / all.seconds]),
      figure('growth of the server', 'MB', [all.growth]),
      figure('a small request while it runs', 'ms', [all.request]),
      figure(`emails, if the mail server takes ${delays[1]} ms for each`, '/s', [slow.sent / slow.seconds]),
    ],
    remarks: ['Everyone got one email.'],
    faults: [...all.faults, ...slow.faults],
  };
}

/** A portal whose mail server forgets what it gets. */
async function sendTo(wanted: number, delay: number, say: Bench['say']) {
  const reached = new Map<string, number>();
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', async () => {
        if (delay > 0) await wait(delay);
        for (const { address } of session.envelope.rcptTo)
          reached.set(address, (reached.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  const closeMail = endLater(() => new Promise<void>((resolve) => mail.close(() => resolve())));
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const address = mail.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const quad = await startQuad({
    dataFolder: await temporaryFolder(),
    environment: { QUAD_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  await fillPeople(quad, wanted);
  const cookie = await quad.signIn('it');
  const grownBy = watchGrowth(quad.pid);
  const begin = performance.now();
  const total = await publishEmergency(quad, cookie);
  const publishing = performance.now() - begin;
  say(`${total.toLocaleString('en-US')} emails`);
  const requests: number[] = [];
  while (reached.size < total) {
    await wait(250);
    const sent = performance.now();
    await ask(`${quad.url}/api/auth/account`, { headers: { cookie } });
    requests.push(performance.now() - sent);
  }
  const seconds = (performance.now() - begin) / 1_000;
  const growth = grownBy();
  await quad.stop();
  await closeMail();
  const twice = [...reached.values()].filter((times) => times > 1).length;
  const request = requests.toSorted((one, other) => one - other)[Math.floor(requests.length / 2)] ?? 0;
  const faults = twice === 0 ? [] : [`${twice} people got more than one email.`];
  return { publishing, seconds, growth, request, sent: total, faults };
}
