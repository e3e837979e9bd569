import type { Quad } from '../../harness/quad.ts';
import type { ListedPage } from '../harness/list-growth.ts';

/** In one statement; a portal's own limit of half a minute does not apply to it. */
const entriesPerStatement = 500_000;
/** People who do something, and people whose data is seen: as many as a college has. */
const people = 2_000;
const personOf = (number: string) => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/**
 * Entries as a college makes them: most are sign-ins, one in twenty is about someone, one in a thousand is rare. Their
 * number decides how many a person has.
 */
export async function fillAudit(quad: Quad, count: number): Promise<void> {
  await quad.query(`
    insert into people (id, email, name, given_name, family_name, folded)
    select ${personOf('i')}, 'ada' || i || '@bench', 'Ada' || i || ' Bench', 'Ada', 'Bench',
      'ada' || i || ' bench' || chr(10) || 'ada' || i || '@bench'
    from generate_series(0, ${people - 1}) as i on conflict do nothing`);
  const action = `case when i % 1000 = 0 then 'bench.rare' when i % 20 = 0 then 'bench.read'
    when i % 3 = 0 then 'bench.change' else 'bench.start' end`;
  for (let first = 0; first < count; first += entriesPerStatement) {
    const last = Math.min(count, first + entriesPerStatement) - 1;
    await quad.query(`
      insert into audit_entries (id, at, actor_kind, actor_id, actor_name, action, subject_type, subject_id, about,
        before, after, client_address, request_id)
      select gen_random_uuid(), now() - make_interval(secs => (${count} - i) * 20), 'person',
        ${personOf(`(i / 7) % ${people}`)}, 'Ada Bench', ${action}, 'bench', 'bench-' || i,
        case when i % 20 = 0 then ${personOf(`(i / 20) % ${people}`)}::text end,
        '{"state": "Pending", "version": 1}', '{"state": "Approved", "version": 2}', '192.0.2.7', gen_random_uuid()
      from generate_series(${first}, ${last}) as i`);
  }
  await quad.query('vacuum (analyze) audit_entries');
}

/** The pages that are measured. */
export function auditPages(): readonly ListedPage[] {
  const at = (query: string, page = 1) => `/api/audit/entries?page=${page}&pageSize=25&${query}`;
  const paged = { person: 'it', rows: 25, isJudged: true };
  return [
    { what: 'first page', path: at(''), ...paged },
    { what: 'page 400, the last one that is listed', path: at('', 400), ...paged },
    { what: 'first page of a person', path: at('person=ada77@bench'), ...paged },
    { what: "first page about a person's data", path: at('about=ada77@bench'), ...paged, rows: 1 },
    { what: 'first page of a rare action', path: at('action=bench.rare'), ...paged },
    { what: 'first page of a common action', path: at('action=bench.start'), ...paged },
    { what: 'first page of a noun', path: at('action=bench'), ...paged },
    { what: 'first page of a subject', path: at('subject=bench-4000'), ...paged, rows: 1 },
    {
      what: 'first page of a person and an action',
      path: at('person=ada77@bench&action=bench.change'),
      ...paged,
      rows: 1,
    },
    {
      what: 'first page of a day',
      path: at(`to=${new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)}`),
      ...paged,
    },
  ];
}
