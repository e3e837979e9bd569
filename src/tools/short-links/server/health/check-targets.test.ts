import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAskPublic } from '../../../../platform/server/outside/ask-public.ts';
import { ScriptedHttp } from '../../../../platform/server/testing/scripted-http.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import * as calls from '../../contract.ts';
import { shortLinksServer } from '../index.ts';
import { listBrokenLinks } from '../waits.ts';
import { createTargetChecks } from './check-targets.ts';

const site = new ScriptedHttp();
/** What each page responds. */
const pages = new Map<string, number>();
const listed = ['www.sawtooth.example', '*.library.example'];
let server: TestServer;

/** The test's site is every host, on the usual port, without a real name server or a network. */
let ask: ReturnType<typeof createAskPublic>;

beforeAll(async () => {
  const port = Number(new URL(await site.open()).port);
  const real = createAskPublic({
    userAgent: 'test',
    pause: 0,
    resolve: async (host) => (host === 'gone.library.example' ? [] : [{ address: '127.0.0.1', family: 4 }]),
    isReachable: (address, at) => address === '127.0.0.1' && at === port,
  });
  ask = (url, mayAsk, signal) => {
    const moved = new URL(url);
    moved.port = String(port);
    return real(moved.href, mayAsk, signal);
  };
  site.answer = (response, { request }) => response.writeHead(pages.get(request.url ?? '') ?? 200).end();
  server = await createTestServer({ tools: [shortLinksServer] });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});
beforeEach(() => server.database.pool.query('delete from short_links; delete from short_link_checks'));

/** One night later. */
async function check(): Promise<string> {
  await server.database.pool.query(`update short_link_checks set checked_at = checked_at - interval '1 day'`);
  site.exchanges.length = 0;
  const job = createTargetChecks({ ...server.quad.platform, ask }, listed);
  const said = await job.run({}, { log: pino({ level: 'silent' }), signal: new AbortController().signal });
  return String(said);
}

const emails = async () =>
  Promise.all(
    ((await server.quad.platform.keptEmails?.list()) ?? []).map(async ({ id, ...rest }) => ({
      ...rest,
      text: (await server.quad.platform.keptEmails?.read(id))?.text ?? '',
    })),
  );

test('a target that fails for three nights or is gone counts as broken, with one notice, until it works again', async () => {
  const it = await server.signIn('it');
  const add = async (shortUrl: string, longUrl: string, ownerGroups: string[] = []) =>
    (await it.send(calls.createLink, { body: { shortUrl, longUrl, ownerGroups } })).body.data._id;
  await add('fine', 'https://www.sawtooth.example/fine'.replace('https', 'http'));
  const gone = await add('gone', 'http://www.sawtooth.example/gone');
  await add('down', 'http://www.sawtooth.example/down', ['Domain-MailCenter']);
  await add('no-name', 'http://gone.library.example/');
  await add('elsewhere', 'http://library.example/');
  await add('expired', 'http://www.sawtooth.example/gone');
  await server.database.pool.query(`update short_links set expires_at = now() where short_url = 'expired'`);
  pages.set('/gone', 410).set('/down', 503);
  const broken = async () =>
    (await it.send(calls.listLinks, { query: { page: 1, state: 'broken' } })).body.data
      .map(({ shortUrl, targetCheck }) => `${shortUrl}: ${targetCheck?.answer}`)
      .toSorted();

  expect(await check()).toBe('Checked the targets of 4 links. Newly broken: 1 link.');
  expect(await broken()).toEqual(['gone: The site responded with 410 Gone.']);
  // The same night again: nothing is requested twice.
  const job = createTargetChecks({ ...server.quad.platform, ask }, listed);
  const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };
  expect(await job.run({}, context)).toBe('Checked the targets of 0 links. Newly broken: 0 links.');

  await check();
  expect(await broken()).toHaveLength(1);
  expect(await check()).toBe('Checked the targets of 4 links. Newly broken: 2 links.');
  expect(await broken()).toEqual([
    'down: The site responded with 503 Service Unavailable.',
    'gone: The site responded with 410 Gone.',
    "no-name: The site's name does not exist.",
  ]);
  const sent = await emails();
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    '[Quad] 2 short links have a broken target',
    '[Quad] A short link has a broken target',
  ]);
  expect(sent.find(({ subject }) => subject.includes('2 short'))?.text).toContain('/r/down');

  // Those who manage a link see it, others don't.
  const waiting = async (name: string) => {
    const client = await server.signIn(name);
    const { body } = await client.send(calls.listLinks, { query: { page: 1, state: 'broken' } });
    return body.data.map(({ shortUrl }) => shortUrl);
  };
  expect(await waiting('mailroom')).toEqual(['down']);
  const viewer = { kind: 'person', permissions: new Set(['short-links.own']), groups: [] } as never;
  const waits = (owned: 'all' | string[][]) =>
    listBrokenLinks(server.quad.platform.reader, viewer, { seenBy: () => owned } as never);
  expect((await waits('all')).map(({ title }) => title)).toEqual([
    'Correct 3 short links with a broken target',
  ]);
  expect((await waits([['Domain-MailCenter']])).map(({ title }) => title)).toEqual([
    'Correct a short link with a broken target',
  ]);
  expect(await waits([])).toEqual([]);

  // The site is there again, and the other link goes elsewhere.
  pages.set('/down', 200);
  const change = { params: { id: gone }, body: { longUrl: 'http://www.sawtooth.example/new' } };
  await it.send(calls.changeLink, change);
  expect(await broken()).toHaveLength(2);
  await check();
  expect(await broken()).toEqual(["no-name: The site's name does not exist."]);
  pages.set('/down', 404);
  await check();
  // The Mail & Copy Center, whose people have signed in by now, is notified of its own link.
  expect(await emails()).toHaveLength(4);
});

test('a check that fails ends after those of other hosts that are under way', async () => {
  const it = await server.signIn('it');
  for (const host of ['one', 'other'])
    await it.send(calls.createLink, { body: { shortUrl: host, longUrl: `http://${host}.library.example/` } });
  const { platform } = server.quad;
  const order: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const job = createTargetChecks(
    {
      ...platform,
      async ask(url) {
        if (url.includes('other')) await opened;
        order.push(url);
        return { kind: 'answered', status: 200 };
      },
      unaudited(reason) {
        if (order.length > 1) return platform.unaudited(reason);
        setTimeout(open, 50);
        throw new Error('Its row is locked.');
      },
    },
    listed,
  );
  const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };
  await expect(job.run({}, context)).rejects.toThrow('locked');
  expect(order).toEqual(['http://one.library.example/', 'http://other.library.example/']);
  const { rows } = await server.database.pool.query('select long_url from short_link_checks');
  expect(rows).toEqual([{ long_url: 'http://other.library.example/' }]);
});

test('a host that does not answer is not asked for each of its pages, and a host outside the list is never asked', async () => {
  const it = await server.signIn('it');
  for (let page = 0; page < 8; page += 1)
    await it.send(calls.createLink, {
      body: { shortUrl: `silent-${page}`, longUrl: `http://silent.library.example/${page}` },
    });
  const asked: string[] = [];
  const job = createTargetChecks(
    {
      ...server.quad.platform,
      async ask(url) {
        asked.push(url);
        return { kind: 'failed', code: 'TIMEOUT' };
      },
    },
    ['silent.library.example'],
  );
  await job.run({}, { log: pino({ level: 'silent' }), signal: new AbortController().signal });
  expect(asked).toHaveLength(3);
  const { rows } = await server.database.pool.query(
    `select count(*) as checked from short_link_checks where long_url like 'http://silent%' and failures = 1`,
  );
  expect(rows).toEqual([{ checked: 8 }]);
});

test('a link that is being deleted while its target is being checked stops nothing', async () => {
  const it = await server.signIn('it');
  const body = { shortUrl: 'leaving', longUrl: 'http://leaving.library.example/' };
  const { _id } = (await it.send(calls.createLink, { body })).body.data;
  const holder = await server.database.pool.connect();
  onTestFinished(() => holder.release(true));
  const job = createTargetChecks(
    {
      ...server.quad.platform,
      async ask() {
        await holder.query('begin');
        await holder.query('delete from short_links where id = $1', [_id]);
        return { kind: 'answered', status: 200 };
      },
    },
    ['leaving.library.example'],
  );
  const checking = job.run({}, { log: pino({ level: 'silent' }), signal: new AbortController().signal });
  await expect.poll(() => server.database.someoneWaits()).toBe(true);
  await holder.query('commit');
  expect(await checking).toBe('Checked the targets of 1 link. Newly broken: 0 links.');
});
