import { expect, test } from 'vitest';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';

test('probe', async () => {
  const server = await startTestServer({ tools: [shortLinksServer] });
  const it = await server.signIn('it');
  const made = await it.send(calls.createLink, {
    body: { shortUrl: 'Hello', longUrl: 'https://example.com/ä?x=1', expirationDate: null },
  });
  console.log(made.status, made.text);
  console.log((await it.send(calls.listLinks, { query: { page: 1, search: 'HELL' } as never })).text);
  for (const m of ['GET', 'HEAD']) {
    const r = await server.visitor.fetch(m, '/r/hello');
    console.log(m, r.status, r.headers, r.text);
  }
  const n = await server.visitor.fetch('GET', '/r/nope');
  console.log(n.status, n.text.slice(0, 300));
  const id = made.body.data._id;
  console.log((await it.send(calls.readLinkVisits, { params: { id }, query: { days: 3 } })).text);
  const p = await it.send(calls.changeLink, {
    params: { id },
    body: { longUrl: 'https://example.org/b', expirationDate: '2020-01-01T00:00:00Z', version: 1 },
  });
  console.log(p.status, p.text);
  console.log((await it.send(calls.readLinkHistory, { params: { id } })).text);
  const r = await server.visitor.fetch('GET', '/api/r/hello');
  console.log(r.status, r.text);
  console.log((await it.send(calls.drawLinkCode, { params: { id }, query: { format: 'svg' } })).headers);
  console.log((await it.send(calls.exportLinks, { query: {} })).text);
  console.log(
    (
      await it.send(calls.importLinks, {
        files: { file: { fileName: 'a.csv', content: 'shortUrl,longUrl\nx,https://example.com\ny,bad\n' } },
      })
    ).text,
  );
  console.log(
    (
      await it.send(calls.importLinks, {
        files: { file: { fileName: 'a.csv', content: 'shortUrl,longUrl\nx,https://example.com\n' } },
      })
    ).text,
  );
  console.log((await it.send(calls.deleteLink, { params: { id } })).status);
  for (const count of [25, 40, 20000, 1000000]) {
    const t = performance.now();
    await shortLinksServer.seed!.run({ platform: server.quad.platform, count, random: Math.random });
    console.log(count, performance.now() - t);
  }
  console.log((await it.send(calls.listLinks, { query: { page: 1 } as never })).text);
  const { pool } = server.database;
  console.log(
    (
      await pool.query(
        'select count(*), sum(visits), (select sum(visits) from short_link_visits) s2 from short_links',
      )
    ).rows,
  );
  console.log((await pool.query("select pg_size_pretty(pg_total_relation_size('short_links'))")).rows);
  async function time(name: string, work: () => Promise<unknown>) {
    const ts = [];
    for (let i = 0; i < 3; i++) {
      const t = performance.now();
      await work();
      ts.push((performance.now() - t).toFixed(1));
      await new Promise((r) => setTimeout(r, 0));
    }
    console.log(name, ts.join(' '));
  }
  for (const search of [
    '',
    'library-map-3',
    'library',
    'https',
    'flyer',
    'map-77',
    'zzzzz',
    'nursing-survey',
    '777',
    'ar',
    'sawtooth.example/guide/9',
  ]) {
    for (const page of [1, 2, 100, 25000, 50050])
      await time(`${search} p${page}`, () =>
        it.send(calls.listLinks, { query: { page, pageSize: 20, search } as never }),
      );
    const first = await it.send(calls.listLinks, { query: { page: 1, pageSize: 20, search } as never });
    const last = first.body.meta.pages;
    console.log(JSON.stringify(first.body.meta));
    await time(`${search} last ${last}`, () =>
      it.send(calls.listLinks, { query: { page: last, pageSize: 20, search } as never }),
    );
    await time(`${search} mid`, () =>
      it.send(calls.listLinks, { query: { page: Math.ceil(last / 2), pageSize: 20, search } as never }),
    );
  }
}, 300000);
