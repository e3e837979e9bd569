import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '../../../../platform/server/mail/testing/mail-server.ts';
import { createTestServer } from '../../../../platform/server/testing/test-server.ts';
import * as calls from '../../contract.ts';
import { shortLinksServer } from '../index.ts';
import { createTargetChecks } from './check-targets.ts';
import { mostOfGroups } from './recipients.ts';

/** A portal with a real mail server, whose targets respond as the test says. */
async function start(options: Parameters<typeof startMailServer>[0] = {}) {
  const mailServer = await startMailServer(options);
  const server = await createTestServer({
    tools: [shortLinksServer],
    variables: { QUAD_SMTP_URL: mailServer.url },
  });
  onTestFinished(() => server.stop());
  const gone = new Set<string>();
  const keys: string[] = [];
  const { mail } = server.quad.platform;
  const send: typeof mail.send = (email, signal) => {
    keys.push(email.key);
    return mail.send(email, signal);
  };
  const job = createTargetChecks(
    {
      ...server.quad.platform,
      mail: { ...mail, send },
      ask: async (url) => ({ kind: 'answered', status: gone.has(url) ? 404 : 200 }),
    },
    ['www.sawtooth.example'],
  );
  const { pool } = server.database;
  return {
    ...{ server, gone, keys },
    run: (sql: string, values: unknown[] = []) => pool.query(sql, values),
    async add(name: string, shortUrl: string, ownerGroups?: string[]) {
      const longUrl = `https://www.sawtooth.example/${shortUrl}`;
      gone.add(longUrl);
      const client = await server.signIn(name);
      const body = { shortUrl, longUrl, ...(ownerGroups === undefined ? {} : { ownerGroups }) };
      const { status, body: reply } = await client.send(calls.createLink, { body });
      expect(status).toBe(201);
      return reply.data._id;
    },
    /** One run of the job; who got an email, and about which links. */
    async check(night = true) {
      if (night) await pool.query(`update short_link_checks set checked_at = checked_at - interval '1 day'`);
      const from = mailServer.emails.length;
      const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };
      const failure = await job.run({}, context).then(
        () => null,
        (error: unknown) => error,
      );
      const sent = mailServer.emails.slice(from).map(({ to, content }) => {
        const [text = ''] = content.split('Content-Type: text/html');
        return `${to.split('@')[0]}: ${[...new Set(text.match(/(?<=\/r\/)[\w-]+/g))].join(' ')}`;
      });
      return { sent: sent.toSorted(), failure };
    },
  };
}

type Portal = Awaited<ReturnType<typeof start>>;

/** People of a group, besides the demo people in it. */
const addPeople = ({ run }: Portal, group: string, count: number) =>
  run(
    `with added as (
       insert into people (id, email, name, given_name, family_name, folded)
       select gen_random_uuid(), $1 || n || '@sawtooth.example', $1, $1, $1, '' from generate_series(1, $2::int) n returning id, email
     ) insert into identities (provider, subject, person_id, groups) select 'demo', email, id, array[$3] from added`,
    [group.toLowerCase(), count, group],
  );

test('a department is notified of its links: those who worked on them, or a small group as a whole, or IT', async () => {
  const portal = await start();
  const { server, add, check } = portal;
  await server.signIn('mailroom');
  await server.signIn('reslife');
  await server.signIn('it2');
  await addPeople(portal, 'Domain-MailCenter', mostOfGroups - 1);
  await addPeople(portal, 'Domain-ResLife', mostOfGroups);
  await portal.run(`update people set disabled = true where email = 'domain-mailcenter1@sawtooth.example'`);
  await add('it', 'of-it');
  await add('it', 'of-a-small-group', ['Domain-MailCenter']);
  await add('it', 'of-a-large-group', ['Domain-ResLife']);
  const changed = await add('it', 'changed-by-one', ['Domain-ResLife']);
  const reslife = await server.signIn('reslife');
  const longUrl = 'https://www.sawtooth.example/changed-by-one';
  const change = { params: { id: changed }, body: { longUrl, expirationDate: '2090-01-01T00:00:00Z' } };
  expect((await reslife.send(calls.changeLink, change)).status).toBe(200);

  const { sent } = await check();
  const mailCenter = [
    'mailroom',
    ...Array.from({ length: mostOfGroups - 2 }, (_, n) => `domain-mailcenter${n + 2}`),
  ];
  expect(sent).toEqual(
    [
      'it: of-it of-a-small-group of-a-large-group changed-by-one',
      'reslife: changed-by-one',
      ...mailCenter.map((name) => `${name}: of-a-small-group`),
    ].toSorted(),
  );
  expect((await check()).sent).toEqual([]);

  // The keeper is blocked: all of IT is notified only if no one else knows the link.
  await portal.run(`update people set disabled = true where email = 'it@sawtooth.example'`);
  await portal.run(`update short_link_checks set notified_at = null`);
  const again = (await check()).sent.filter((one) => !one.includes('of-a-small-group'));
  expect(again).toEqual(['it2: of-it of-a-large-group', 'reslife: changed-by-one']);
});

test('a run after a failure notifies those who have no email yet, and no one twice', async () => {
  const portal = await start({
    refuse: (to, times) => (to.startsWith('it@') && times <= 2 ? 451 : undefined),
  });
  const { server, add, check, gone } = portal;
  await server.signIn('mailroom');
  await add('it', 'first');
  await add('it', 'third', ['Domain-MailCenter']);
  const failed = await check();
  expect(failed.failure).not.toBeNull();
  expect(failed.sent).toEqual(['mailroom: third']);
  expect((await check(false)).sent).toEqual([]);
  // The next night: one page is there again, another link broke, and one email says so.
  gone.delete('https://www.sawtooth.example/first');
  await add('it', 'fourth');
  expect((await check()).sent).toEqual(['it: third fourth']);
  expect((await check()).sent).toEqual([]);
  const { rows } = await portal.run(`select from short_link_check_recipients`);
  expect(rows).toEqual([]);
});

test('an email that is sent again keeps its Message-ID only as long as it is about the same links', async () => {
  const { add, check, keys } = await start({
    refuse: (to, times) => (to.startsWith('it@') && times <= 2 ? 451 : undefined),
  });
  await add('it', 'first');
  await check();
  await check(false);
  await add('it', 'second');
  expect((await check()).sent).toEqual(['it: first second']);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
