import { test } from 'vitest';
import { readPage } from '../../../platform/server/list/page.ts';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
import { countLinks, selectLinks } from './queries.ts';
import { shortLinksSeed } from './seed.ts';

test('probe', async () => {
  const database = await openTestDatabase();
  const reader = database.database;
  const platform = {
    campus: { timeZone: 'America/Boise' },
    unaudited: () => database.database,
    reader,
  } as never;
  for (const count of [25, 40, 19000, 1000000]) {
    const t = performance.now();
    await shortLinksSeed.run({ platform, count, random: Math.random });
    console.log(count, Math.round(performance.now() - t));
  }
  const { pool } = database;
  console.log(
    (
      await pool.query(
        'select count(*), sum(visits), (select sum(visits) from short_link_visits) s2 from short_links',
      )
    ).rows,
  );
  console.log((await pool.query("select pg_size_pretty(pg_total_relation_size('short_links'))")).rows);
  console.log(
    (
      await pool.query(
        'select short_url, long_url, created_at, expires_at, visits from short_links order by random() limit 5',
      )
    ).rows,
  );
  await pool.query('vacuum analyze short_links');
  async function time(name: string, work: () => Promise<unknown>) {
    const ts = [];
    for (let i = 0; i < 3; i++) {
      const t = performance.now();
      await work();
      ts.push((performance.now() - t).toFixed(1));
    }
    console.log(name, ts.join(' '));
  }
  for (const search of [
    undefined,
    'library-map-3',
    'library',
    'https',
    'flyer',
    'map-77',
    'zzzzz',
    'nursing-survey',
    '777',
    'ar',
    '7',
    'nosuchatall',
    'sawtooth.example/guide/9',
  ]) {
    const total = await countLinks(reader, search);
    await time(`${search} count ${total}`, () => countLinks(reader, search));
    const pages = Math.ceil(total / 20);
    for (const page of new Set([1, 2, 100, Math.ceil(pages / 2), pages]))
      if (page <= pages)
        await time(`   p${page}`, () =>
          readPage({ page, pageSize: 20 }, total, (slice) => selectLinks(reader, search, slice)),
        );
  }
}, 300000);
