import { test } from 'vitest';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
test('probe', async () => {
  const database = await openTestDatabase();
  const c = await database.pool.connect();
  await c.query('set statement_timeout=0');
  for (const q of [
   `drop index short_links_short_text`, `drop index short_links_long_text`,
   `create temp table m as select number, now() - random() * interval '700 days' as made_at, random() as luck from generate_series(1,300000) number`,
   `create temp table m2 as select gen_random_uuid() id, number, made_at, 'library-map-'||number as s, 'https://library.sawtooth.example/map/'||number||'?from=flyer' as l from m order by made_at`,
   `insert into short_links (id, short_url, long_url, created_by, created_at, changed_by) select id, s, l, 'x', made_at, 'x' from m2`,
   `insert into short_link_visits select id, '2026-01-01', 1 from short_links limit 120000`,
   `truncate short_links cascade`,
   `alter table short_links drop constraint short_links_short_url_check`,
   `insert into short_links (id, short_url, long_url, created_by, created_at, changed_by) select id, s, l, 'x', made_at, 'x' from m2`,
   `truncate short_links cascade`,
   `update m2 set id = (substr(id::text,1,0)||lpad(to_hex((extract(epoch from made_at)*1000)::bigint),12,'0')||substr(replace(id::text,'-',''),13))::uuid`,
   `insert into short_links (id, short_url, long_url, created_by, created_at, changed_by) select id, s, l, 'x', made_at, 'x' from m2`,
   `truncate short_links cascade`,
   `insert into short_links (id, short_url, long_url, created_by, created_at, changed_by) select id, s, l, 'x', made_at, 'x' from m2 on conflict do nothing`,
   `set maintenance_work_mem='256MB'`,
   `create index a on short_links using gin (lower(short_url) gin_trgm_ops)`, `create index b on short_links using gin (lower(long_url) gin_trgm_ops)`]) {
    const t = performance.now(); await c.query(q); console.log(Math.round(performance.now() - t), q.slice(0,100));
  }
  c.release();
}, 300000);
