import type { Quad } from '../../harness/quad.ts';
import { fillFiles } from './files.ts';
import { fillApplications } from './grants.ts';
import { fillTickets } from './help-desk.ts';

export const rowsOfEach = 100_000;

/** Words that find one, many, and nothing, in names, texts, and numbers. */
export const foundWords = ['projector 77', 'report 77', 'meeting', 'ada hale', '4711', 'zzzz'] as const;

const given = "(array['Ada', 'Hugo', 'Mina', 'Silas', 'Wren', 'Iris', 'Noor', 'Theo'])[1 + i % 8]";
const family = "(array['Hale', 'Fenn', 'Marbury', 'Thornwell', 'Irwin'])[1 + i / 8 % 5] || i";
const numbers = `generate_series(1, ${rowsOfEach}) as i`;
const at = 'now() - make_interval(mins => i)';

/** What the search looks through, as rows. */
export async function fillFound(quad: Quad): Promise<void> {
  await fillTickets(quad, rowsOfEach);
  await fillFiles(quad, rowsOfEach);
  await fillApplications(quad, rowsOfEach);
  await quad.query(`
    insert into poster_requests (id, requester_id, requester_name, requester_email, folded, state, copies, notes,
      needed_by, paper, finish, department, budget_code, file_name, bytes, width, height, pages, created_at, changed_at,
      ended_at)
    select gen_random_uuid(), gen_random_uuid(), ${given}, 'ada@sawtooth.example', lower('poster ' || i || '.pdf ' || ${given}),
      'picked-up', 1, '', current_date, 'Satin', 'None', 'Biology', '', 'Poster ' || i || '.pdf', 1000, 24, 36, 1, ${at},
      ${at}, ${at} from ${numbers}`);
  await quad.query(`
    insert into short_links (id, short_url, long_url, created_by, changed_by, created_at)
    select gen_random_uuid(), 'flyer-' || i, 'https://www.sawtooth.example/page/' || i, 'bench', 'bench', ${at} from ${numbers}`);
  await quad.query(`
    insert into ra_log_people (name, folded)
    select lower(${given} || '.' || ${family}), lower(${given} || '.' || ${family}) from generate_series(1, 400) as i`);
  await quad.query(`
    insert into ra_logs (id, created_at, submitter_id, building_id, follow_up, fire_extinguishers, exit_doors,
      safety_concerns, warnings, reports, comments)
    select gen_random_uuid(), ${at}, (select min(id) from ra_log_people) + i % 300,
      (select min(id) from ra_log_buildings) + (i % 5)::smallint, false, true, true, '', '', '', '' from ${numbers}`);
  await quad.query(`
    insert into directory_records (key, account_name, email, given_name, family_name, title, department, department_code,
      phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
    select 'bench-' || i, 'p' || i, 'p' || i || '@sawtooth.example', ${given}, ${family}, 'Clerk', 'Department ' || i % 40, '',
      '', '', '', case when i % 20 = 0 then 'employee' else 'student' end, '{}', false,
      lower(${given} || E'\\n' || ${family} || E'\\n' || 'p' || i || E'@sawtooth.example\\nclerk\\ndepartment ' || i % 40), ''
    from ${numbers}`);
  await quad.query(`
    insert into people (id, name, given_name, family_name, email, created_at)
    select gen_random_uuid(), ${given} || ' ' || ${family}, ${given}, ${family}, 'a' || i || '@sawtooth.example', ${at} from ${numbers}`);
  const filled = [
    'poster_requests',
    'short_links',
    'ra_log_people',
    'ra_logs',
    'directory_records',
    'people',
  ];
  for (const table of filled) await quad.query(`vacuum (analyze) ${table}`);
}
