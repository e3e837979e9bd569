import { expect, test } from 'vitest';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';
import { shortLinksSeed } from './seed.ts';

/** A simple sequence: what a test says about the data must be true for any. */
function sequence() {
  let step = 0;
  return () => {
    step += 1;
    return (step % 10) / 10;
  };
}

async function startSeeded(...counts: number[]) {
  const server = await startTestServer({ tools: [shortLinksServer] });
  const { platform } = server.quad;
  for (const count of counts) await shortLinksSeed.run({ platform, count, random: sequence() });
  const ask = async <Row extends object>(statement: string) =>
    (await server.database.pool.query<Row>(statement)).rows;
  return { server, platform, ask };
}

test('the demo college starts with links that a college would have, visited in the last 60 days, some expired', async () => {
  const { server, platform, ask } = await startSeeded(shortLinksSeed.demoCount);
  expect(await shortLinksSeed.isFilled(platform)).toBe(true);
  const it = await server.signIn('it');
  const { body } = await it.send(calls.listLinks, { query: { page: 1, pageSize: 100 } as never });
  expect(body.meta.total).toBe(25);
  expect(body.data.map(({ shortUrl }) => shortUrl)).toEqual(
    expect.arrayContaining(['library-hours', 'career-fair']),
  );
  expect(body.data.filter(({ expired }) => expired).length).toBeGreaterThan(3);
  for (const link of body.data) {
    expect(calls.newLink.safeParse({ ...link, expirationDate: null }).error).toBeUndefined();
  }
  const [library] = body.data.filter(({ shortUrl }) => shortUrl === 'library-hours');
  const params = { id: library?._id ?? '' };
  const visits = (await it.send(calls.readLinkVisits, { params, query: { days: 60 } })).body.data;
  expect(visits.every((day) => day.visits > 0)).toBe(true);
  expect(visits.reduce((sum, day) => sum + day.visits, 0)).toBe(library?.visits);
  expect(await ask('select * from short_links where expires_at < last_visit_at')).toEqual([]);
});

test('nothing is there before the first seed', async () => {
  const { platform } = await startSeeded();
  expect(await shortLinksSeed.isFilled(platform)).toBe(false);
});

test('any number can be added, again and again, each link with a different name and consistent visits', async () => {
  const { ask } = await startSeeded(10, 300, 25_000, 40);
  expect(await ask('select count(*), count(distinct lower(short_url)) as names from short_links')).toEqual([
    { count: 25_350, names: 25_350 },
  ]);
  const wrong = await ask(`
    select short_url from short_links
    where visits <> coalesce((select sum(visits) from short_link_visits where link_id = id), 0)
      or (visits > 0) <> (last_visit_at is not null) or created_at > now()`);
  expect(wrong).toEqual([]);
  const indexes = await ask<{ name: string }>(
    "select indexname as name from pg_indexes where tablename = 'short_links' order by 1",
  );
  expect(indexes.map(({ name }) => name)).toEqual([
    'short_links_expiry',
    'short_links_keeper',
    'short_links_name',
    'short_links_newest',
    'short_links_owned',
    'short_links_pkey',
    'short_links_searched',
  ]);
});
