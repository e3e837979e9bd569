import type { Quad } from '../../harness/quad.ts';

const perAccount = 25;
const domain = 'college.example';
/** Days of Boise, where the campus folder's college is. */
const question = {
  domain,
  inclusion: { start: '2026-01-01', end: '2026-06-30' },
  exclusion: { start: '2026-07-01', end: '2026-10-31' },
};

/** Sign-ins of accounts that came 25 times within a year, two out of three of them after June as well. */
export async function fillSignIns(quad: Quad, events: number): Promise<void> {
  await quad.query(`
    insert into sign_in_events (principal, domain, at)
    select 'account' || lpad(n::text, 8, '0') || '@${domain}', '${domain}',
      timestamptz '2026-01-02' + make_interval(days => i * case when n % 3 = 0 then 7 else 11 end, mins => n % 600)
    from generate_series(1, ${Math.ceil(events / perAccount)}) n, generate_series(1, ${perAccount}) i`);
  await quad.query('vacuum (analyze) sign_in_events');
}

/** The whole report as one statement, without the portal. */
export const plainReport = `
  select principal, min(at) filter (where included), max(at) filter (where included),
    count(*) filter (where included)
  from (select principal, at, at >= '2026-01-01 00:00 America/Boise' and at < '2026-07-01 00:00 America/Boise' as included,
      at >= '2026-07-01 00:00 America/Boise' and at < '2026-11-01 00:00 America/Boise' as excluded
    from sign_in_events where domain = '${domain}') e
  group by principal having count(*) filter (where included) > 0 and count(*) filter (where excluded) = 0
  order by principal`;

/** Asks for the report as the page does. @returns its seconds and its lines without the header. @throws Error when it was refused */
export async function askReport(quad: Quad, cookie: string): Promise<{ seconds: number; people: number }> {
  const begin = performance.now();
  const answer = await fetch(`${quad.url}/api/elastic`, {
    method: 'POST',
    headers: { cookie, origin: quad.url, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  const text = await answer.text();
  const seconds = (performance.now() - begin) / 1_000;
  if (answer.status !== 200) throw new Error(`The report was answered with ${answer.status}.`);
  return { seconds, people: text.split('\n').length - 2 };
}
