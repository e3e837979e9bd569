import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';
import { demoLeaver, makeDemoLeaver } from '../../../platform/server/tool/demo-leaver.ts';
import type { DemoLink } from './demo-links.ts';

export interface SeededLink extends DemoLink {
  /** Visits of each day, today first. */
  daily: readonly number[];
}

const author = 'it@sawtooth.example';

/** Adds the named links, and their visits. */
export async function insertDemoLinks(
  transaction: WriteTransaction,
  links: readonly SeededLink[],
  today: string,
): Promise<void> {
  const leaver = links.some(({ byLeaver }) => byLeaver) ? await makeDemoLeaver(transaction) : null;
  for (const { shortUrl, longUrl, expiresInDays, ageInDays, daily, byLeaver = false } of links) {
    const by = byLeaver ? demoLeaver.email : author;
    const id = uuid();
    const visits = daily.reduce((sum, one) => sum + one, 0);
    const lastDay = daily.findIndex((one) => one > 0);
    await sql`
      insert into short_links
        (id, short_url, long_url, expires_at, visits, last_visit_at, created_by_id, created_by, created_at,
          changed_by, changed_at)
      select ${id}, ${shortUrl}, ${longUrl}, now() + ${expiresInDays ?? null}::int * interval '1 day',
        ${visits}::bigint, case when ${lastDay}::int < 0 then null else now() - ${lastDay}::int * interval '1 day' end,
        ${byLeaver ? leaver : null}::uuid, ${by}, made.at, ${by}, made.at
      from (select now() - ${ageInDays}::int * interval '1 day' as at) as made`.execute(transaction);
    await sql`
      insert into short_link_visits (link_id, day, visits)
      select ${id}, ${today}::date - (place - 1)::int, visits
      from unnest(${daily}::bigint[]) with ordinality as given (visits, place)
      where visits > 0`.execute(transaction);
  }
}

const topics = [
  'library',
  'orientation',
  'dining',
  'parking',
  'career',
  'housing',
  'registrar',
  'athletics',
  'advising',
  'music',
  'theatre',
  'chemistry',
  'nursing',
  'alumni',
  'wellness',
  'research',
  'honors',
  'transfer',
  'summer',
  'scholarship',
];
const pages = ['schedule', 'form', 'info', 'signup', 'map', 'guide', 'survey', 'news', 'handbook', 'contact'];

/** Adds any number of links with made-up names, numbered after those of earlier calls. */
export async function insertManyLinks(
  transaction: WriteTransaction,
  count: number,
  chance: number,
  today: string,
): Promise<void> {
  await sql`select setseed(${chance})`.execute(transaction);
  // A made-up id has the time of the link, so that its index grows at one end (UUID version 7).
  await sql`
    with numbered as (
      select series.number,
        ${topics}::text[] as topics, ${pages}::text[] as pages,
        now() - random() * interval '700 days' as made_at, random() as luck
      from (
        select coalesce(max(substring(short_url from '[0-9]+$')::bigint), 0) as number
        from short_links where short_url ~ '^[a-z]+-[a-z]+-[0-9]{1,9}$'
      ) as earlier,
        lateral generate_series(earlier.number + 1, earlier.number + ${count}::bigint) as series (number)
    ),
    made as (
      select *, topics[1 + number % ${topics.length}] as topic, pages[1 + (number / 7) % ${pages.length}] as page,
        case when luck < 0.4 then 1 + floor(random() * 200) else 0 end::bigint as visits
      from numbered
    ),
    added as (
      insert into short_links
        (id, short_url, long_url, expires_at, visits, last_visit_at, created_by, created_at, changed_by, changed_at)
      select
        overlay(overlay(gen_random_uuid()::text
          placing lpad(to_hex((extract(epoch from made_at) * 1000)::bigint / 65536), 8, '0') || '-'
            || lpad(to_hex((extract(epoch from made_at) * 1000)::bigint % 65536), 4, '0') from 1 for 13)
          placing '7' from 15 for 1)::uuid,
        topic || '-' || page || '-' || number,
        'https://' || topic || '.sawtooth.example/' || page || '/' || number || '?from=flyer',
        case when luck > 0.8 then now() + (luck - 0.85) * interval '2000 days' end,
        visits, case when visits > 0 then now() - random() * interval '60 days' end,
        ${author}, made_at, ${author}, made_at
      from made order by made_at
      returning id, visits, last_visit_at
    )
    insert into short_link_visits (link_id, day, visits)
    select id, ${today}::date - floor(extract(epoch from now() - last_visit_at) / 86400)::int, visits
    from added where visits > 0`.execute(transaction);
  await sql`analyze short_links`.execute(transaction);
}
