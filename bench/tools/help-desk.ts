import type { Quad } from '../../harness/quad.ts';
import { curl } from '../harness/curl.ts';
import type { ListedPage } from '../harness/list-growth.ts';

/** Tickets as rows, nine out of ten of them solved. The list shows nothing from their threads. */
export async function fillTickets(quad: Quad, count: number): Promise<void> {
  const text = "'Projector ' || i || ' in the library shows no picture'";
  const state =
    "case when i % 10 > 0 then 'solved' else (array['new', 'open', 'waiting'])[1 + i / 10 % 3] end";
  const at = 'now() - make_interval(mins => i)';
  await quad.query(`
    insert into help_tickets (id, requester_id, requester_name, requester_email, subject, folded, category, state,
      waiting_since, created_at, changed_at, solved_at)
    select gen_random_uuid(), gen_random_uuid(), 'Ada Bench', 'ada@sawtooth.example', ${text},
      lower(${text}) || ' since this morning, and the lamp is new. ada bench ada@sawtooth.example', 'Classroom',
      ${state}, ${at}, ${at}, ${at}, case when i % 10 > 0 then ${at} end
    from generate_series(1, ${count}) as i`);
  await quad.query('vacuum (analyze) help_tickets');
}

/** The pages that are measured, for this many tickets. */
export function ticketPages(tickets: number): readonly ListedPage[] {
  const at = (query: string, page: number) => `/api/support/desk/tickets?page=${page}&pageSize=25&${query}`;
  const paged = { person: 'it', rows: 25, isJudged: true };
  const last = Math.ceil(tickets / 25);
  return [
    { what: 'first page of what waits', path: at('', 1), ...paged },
    { what: 'first page of all states', path: at('state=all', 1), ...paged },
    { what: 'last page of all states', path: at('state=all', last), ...paged, rows: 1 },
    { what: 'all states by a text', path: at('state=all&search=projector%2077', 1), ...paged, rows: 1 },
  ];
}

/** Submits a ticket with a file from this machine. @returns the seconds it took. @throws Error when it was refused */
export async function submitTicket(quad: Quad, cookie: string, file: string): Promise<number> {
  const fields = { subject: 'Measured', description: 'A ticket with an attachment.' };
  const { status, seconds } = await curl([
    ...['--header', `Cookie: ${cookie}`, '--header', `Origin: ${quad.url}`],
    ...Object.entries(fields).flatMap(([field, value]) => ['--form', `${field}=${value}`]),
    ...['--form', `attachments=@${file};filename=photo.bin`],
    `${quad.url}/api/support/helpdesk`,
  ]);
  if (status !== 201) throw new Error(`The ticket was answered with ${status}.`);
  return seconds;
}

/** How many tickets there are, each with this many bytes attached. */
export async function countTickets(quad: Quad, bytes: number): Promise<number> {
  const [row] = await quad.query<{ tickets: number }>(
    `select count(*)::int as tickets from help_tickets t join help_messages m on m.ticket_id = t.id
      join help_attachments a on a.message_id = m.id where a.bytes = ${bytes} and t.subject = 'Measured'`,
  );
  return row?.tickets ?? 0;
}
