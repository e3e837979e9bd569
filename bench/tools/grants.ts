import { anyApplication } from '../../harness/funding.ts';
import type { Quad } from '../../harness/quad.ts';
import type { ListedPage } from '../harness/list-growth.ts';
import type { WriteSubject } from './write-subject.ts';

const base = '/api/committees/faculty-growth-development';

/** Every amount of an application; 138 dollars in total. */
const cents = {
  publicTransportationCosts: 0,
  collegeMotorPoolCost: 0,
  localTransportationCosts: 0,
  personalCarMileage: 0,
  housingCosts: 0,
  registrationFee: 0,
  mealCosts: 13_800,
  miscCosts: 0,
  amountOfAboveExpensesPaidFromOtherSources: 0,
  currentYearReceivedFunding: 0,
};

export const applicationForm: WriteSubject = {
  title: 'a funding application',
  person: 'faculty',
  path: `${base}/apply`,
  table: 'grant_applications',
  body: (number) => ({ ...anyApplication, titleOfProfessionalMeeting: `Meeting ${number}` }),
  insert: rowsOf({
    id: "'{id}'::uuid",
    state: "'Pending'",
    title: "'Meeting {run} {number}'",
    at: 'now()',
    email: "'faculty@sawtooth.example'",
  }),
};

/** More than are voted on in any run. */
const pending = 30_000;
const idOf = (number: string) => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

export const vote: WriteSubject = {
  title: 'a vote on a funding application',
  person: 'approver',
  isOfOne: true,
  path: (number) =>
    `${base}/application/00000000-0000-7000-8000-${String(number).padStart(12, '0')}/approvals`,
  table: 'grant_votes',
  // Each is voted on once, so that no vote waits for another one or is refused.
  async prepare(quad) {
    const row = {
      id: idOf('i'),
      state: "'Pending'",
      title: "'Meeting ' || i",
      at: 'now()',
      email: "'ada@bench'",
    };
    await quad.query(`${rowsOf(row)} from generate_series(0, ${pending}) as i`);
    await quad.query('vacuum (analyze) grant_applications');
  },
  body: () => ({ version: 1 }),
  insert: `insert into grant_votes (id, application_id, round, voter_id, voter_name, voter_email, choice, reason)
    values ('{id}', ${idOf('0')}, 1, '{id}', 'Ada Bench', 'ada{number}@bench', 'approve', '')`,
};

interface RowSql {
  id: string;
  state: string;
  title: string;
  at: string;
  email: string;
}

/** Inserts what these expressions say. */
function rowsOf({ id, state, title, at, email }: RowSql): string {
  return `insert into grant_applications (id, applicant_id, applicant_name, applicant_email, folded_email, state,
      department, title, link, narrative, starts_on, ends_on, purposes, amounts, total_cents, fiscal_year, round,
      first_submitted_at, submitted_at, changed_at, decided_at)
    select ${id}, gen_random_uuid(), 'Ada Bench', ${email}, ${email}, ${state}, 'Biology', ${title}, 'none',
      'I will present our data.', current_date + 30, current_date + 33, '{researchProject}', '${JSON.stringify(cents)}',
      13800, 2027, 1, ${at}, ${at}, ${at}, case when ${state} in ('Pending', 'Draft') then null else ${at} end`;
}

/** Applications as rows, nine out of ten of them decided. */
export async function fillApplications(quad: Quad, count: number): Promise<void> {
  const row = {
    id: 'gen_random_uuid()',
    state:
      "case when i % 10 > 0 then (array['Approved', 'Declined', 'Withdrawn'])[1 + i % 3] else 'Pending' end",
    title: "'Meeting ' || i",
    at: 'now() - make_interval(mins => i)',
    email: "'ada' || i || '@bench'",
  };
  await quad.query(`${rowsOf(row)} from generate_series(1, ${count}) as i`);
  await quad.query('vacuum (analyze) grant_applications');
}

/** The pages that are measured, for this many applications. */
export function applicationPages(applications: number): readonly ListedPage[] {
  const at = (query: string, page: number) => `${base}/applications?page=${page}&pageSize=25&${query}`;
  const paged = { person: 'fgd', rows: 25, isJudged: true };
  return [
    { what: 'first page', path: at('', 1), ...paged },
    { what: 'last page', path: at('', Math.ceil(applications / 25)), ...paged, rows: 1 },
    { what: 'first page of what is pending', path: at('approvalStatus=Pending', 1), ...paged },
    { what: 'first page by a text in the address', path: at('submittedBy=ada77', 1), ...paged, rows: 1 },
  ];
}
