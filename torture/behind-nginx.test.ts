import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../harness/ask.ts';
import { anyApplication } from '../harness/funding.ts';
import { buildScreensOnce, type Instance } from '../harness/instance.ts';
import { startNginx, whyNoNginx } from '../harness/nginx.ts';
import { startOwnPostgres, whyNoPostgres } from '../harness/own-postgres.ts';
import { startPgBouncer, whyNoPgBouncer } from '../harness/pgbouncer.ts';
import { temporaryFolder } from '../harness/quad.ts';
import { createRandom } from '../harness/random.ts';
import { endAll } from '../harness/scope.ts';
import { servedOldFor } from '../src/platform/server/testing/served-old-for.ts';
import { faultsOf, startCrowd } from './instances/crowd.ts';
import {
  databaseAt,
  type Place,
  signIn,
  signInAt,
  startAll,
  startAt,
  timeUntil,
  twoPorts,
} from './instances/place.ts';
import type { Portal } from './writes/writer.ts';

const reason = whyNoNginx() ?? whyNoPostgres() ?? whyNoPgBouncer();
if (reason !== null) console.warn(`Skipping two instances behind nginx and PgBouncer: ${reason}.`);

describe.skipIf(reason !== null)(
  'two instances behind nginx, on a separate PostgreSQL behind PgBouncer in transaction mode',
  () => {
    let place: Place;
    let portal: Portal;
    let instances: Instance[];
    let database: ReturnType<typeof databaseAt>;

    beforeAll(async () => {
      await buildScreensOnce();
      const ports = await twoPorts();
      const [postgres, nginx] = await Promise.all([startOwnPostgres(), startNginx(ports)]);
      const pooler = await startPgBouncer(postgres.port);
      database = databaseAt(postgres.url);
      place = { databaseUrl: pooler.url, ports, publicUrl: nginx.url, dataFolder: await temporaryFolder() };
      // Both at once, then one again: a lock left on a connection of the pooler would block it.
      instances = await startAll(place);
      portal = await signInAt(nginx.url);
    });
    afterAll(() => endAll());

    test('no lock outlives its transaction', async () => {
      const left = await database.query(
        "select pid, objid from pg_locks where locktype = 'advisory' and pid in (select pid from pg_stat_activity where state = 'idle')",
      );
      expect(left).toEqual([]);
    });

    test('a link changed on one instance is followed correctly on the other within a second, without a notification', async () => {
      const headers = {
        cookie: portal.cookies.it,
        origin: place.publicUrl,
        'content-type': 'application/json',
      };
      const [one, other] = instances.map(({ url }) => url);
      const write = (method: 'POST' | 'PUT', url: string, longUrl: string) =>
        ask(url, { method, headers, body: JSON.stringify({ shortUrl: 'shared', longUrl }) });
      const added = await write('POST', `${one}/api/redirects`, 'https://old.sawtooth.example/');
      const follow = () => ask(`${other}/r/shared`);
      expect((await follow()).location).toBe('https://old.sawtooth.example/');
      await write(
        'PUT',
        `${one}/api/redirects/${JSON.parse(added.body).data._id}`,
        'https://new.sawtooth.example/',
      );
      const took = await servedOldFor(
        async () => (await follow()).location === 'https://new.sawtooth.example/',
      );
      expect(took).toBeLessThan(1_000);
    });

    test('applications and votes that reach both instances at once count once, in transactions whose statements go out together', async () => {
      const base = '/api/committees/faculty-growth-development';
      const cookies = new Map<string, string>();
      for (const name of ['faculty', 'approver', 'approver2', 'approver3'])
        cookies.set(name, await signIn(place.publicUrl, name));
      /** The same request at both instances at the same moment, with one key. */
      const sendTwice = async (name: string, path: string, body: object) => {
        const headers = {
          cookie: cookies.get(name) ?? '',
          origin: place.publicUrl,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        };
        const answers = await Promise.all(
          instances.map(({ url }) =>
            ask(`${url}${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
          ),
        );
        expect(answers.map(({ status, body: said }) => (status === 201 ? status : said))).toEqual([201, 201]);
        expect(answers[0]?.body).toBe(answers[1]?.body);
        return JSON.parse(answers[0]?.body ?? '').data;
      };
      const titles = Array.from({ length: 8 }, (_, at) => `Meeting behind a pooler ${at}`);
      // One after the other: at once, they would wait for the lock on the person, which on a busy machine takes too long.
      for (const title of titles) {
        const { _id, version } = await sendTwice('faculty', '/apply', {
          ...anyApplication,
          titleOfProfessionalMeeting: title,
        });
        await Promise.all(
          ['approver', 'approver2', 'approver3'].map((name) =>
            sendTwice(name, `/application/${_id}/approvals`, { version }),
          ),
        );
      }
      const mine = "from grant_applications where title like 'Meeting behind a pooler%'";
      expect(await database.query(`select ${mine}`)).toHaveLength(titles.length);
      const counted = `select (select count(*)::int from grant_votes where application_id in (select id ${mine})) as votes,
        (select count(*)::int from audit_entries where subject_id in (select id::text ${mine})) as entries`;
      expect(await database.query(counted)).toEqual([
        { votes: 3 * titles.length, entries: 4 * titles.length },
      ]);
    });

    test('a kill and a rolling restart lose nothing that was acknowledged, and the restart fails no request', {
      tags: 'long',
    }, async () => {
      const crowd = startCrowd(portal, 'nginx', createRandom(3));
      await timeUntil(async () => crowd.answered() > 100);
      const [first] = instances;
      await first?.terminate();
      await startAt(place, place.ports[0] ?? 0);
      const before = crowd.answered();
      await timeUntil(async () => crowd.answered() > before + 50);
      expect(JSON.stringify(crowd.failed)).toEqual('[]');
      await instances[1]?.kill();
      const after = crowd.answered();
      await timeUntil(async () => crowd.answered() > after + 100);
      await crowd.stop();
      expect(crowd.failed.filter(({ repeatable }) => repeatable)).toEqual([]);
      expect(crowd.failed.length).toBeLessThan(5);
      expect(await faultsOf(crowd, database)).toEqual([]);
    });
  },
);
