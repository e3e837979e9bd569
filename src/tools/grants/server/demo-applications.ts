import { v7 as uuid } from 'uuid';
import { amountFields, ofEach } from '../contract/fields.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import { makeReport } from './demo-reports.ts';
import { type DemoTopic, demoReasons, demoTopics } from './demo-topics.ts';
import { fiscalYearOf } from './fiscal-year.ts';
import { foldApplication } from './queries.ts';
import { foldEmail } from './seats.ts';
import type { Amounts, ApplicationRow, Choice, MessageRow, VoteRow } from './tables.ts';

export interface DemoApplicant {
  id: string;
  name: string;
  email: string;
  department: string;
}

interface Making {
  index: number;
  count: number;
  random: () => number;
  approvers: readonly DemoApplicant[];
  applicants: readonly DemoApplicant[];
  fiscalYearStartsIn: number;
}

const day = 86_400_000;
const dayString = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The newest eleven are under way; the first three of them are waiting for the first approver. */
const underWay: readonly { state: ApplicationState; votes: number }[] = [
  { state: 'Pending', votes: 0 },
  { state: 'Pending', votes: 2 },
  { state: 'Pending', votes: 1 },
  { state: 'Draft', votes: 0 },
  { state: 'Pending', votes: 3 },
  { state: 'Draft', votes: 1 },
];

function stateOf(left: number, index: number): { state: ApplicationState; votes: number } {
  const current = underWay[left - 1];
  if (current !== undefined) return current;
  if (index % 9 === 4) return { state: 'Declined', votes: 3 };
  if (index % 11 === 7) return { state: 'Withdrawn', votes: 1 };
  return { state: 'Approved', votes: 3 };
}

/** An application of the last three fiscal years with its votes and its history. */
export function makeApplication({ index, count, random, approvers, applicants, fiscalYearStartsIn }: Making) {
  const left = count - index;
  const { state, votes: cast } = stateOf(left, index);
  const topic = demoTopics[index % demoTopics.length] as DemoTopic;
  const applicant = applicantOf(topic, index, applicants);
  const now = Date.now();
  const age = left <= underWay.length ? left * 1.7 + random() : 14 + (left * 1_000) / count + random() * 6;
  const submitted = now - age * day;
  const start = submitted + (21 + random() * 40) * day;
  const returned = state === 'Approved' && index % 7 === 3;
  const round = returned ? 2 : 1;
  const id = uuid();
  const amounts = amountsOf(topic, random);
  const ended = submitted + (3 + random() * 5) * day;
  const row: Omit<ApplicationRow, 'amounts' | 'version' | 'spent_cents'> & { amounts: string } = {
    id,
    applicant_id: applicant.id,
    applicant_name: applicant.name,
    applicant_email: applicant.email,
    folded_email: foldEmail(applicant.email),
    folded: foldApplication({
      title: topic.title,
      applicant_name: applicant.name,
      applicant_email: applicant.email,
    }),
    state,
    department: topic.department,
    title: topic.title,
    link: topic.link,
    narrative: topic.narrative,
    starts_on: dayString(start),
    ends_on: dayString(start + topic.days * day),
    purposes: [...topic.purposes],
    amounts: JSON.stringify(amounts),
    total_cents: totalOf(amounts),
    fiscal_year: fiscalYearOf(dayString(start), fiscalYearStartsIn),
    round,
    first_submitted_at: new Date(submitted),
    submitted_at: new Date(submitted + (round - 1) * 2 * day),
    changed_at: new Date(state === 'Pending' ? submitted : Math.min(ended, now)),
    decided_at: state === 'Pending' || state === 'Draft' ? null : new Date(Math.min(ended, now)),
  };
  const { votes, messages } = stepsOf(row, { cast, approvers, applicant, returned });
  const made = makeReport({ row, amounts, left, random, chair: approvers.at(-1) });
  return {
    row: { ...row, spent_cents: made?.spent_cents ?? null },
    votes,
    messages: [...messages, ...(made?.messages ?? [])],
    report: made?.report ?? null,
  };
}

/** Every third application belongs to one of the demo people, who come first. */
function applicantOf(
  { department }: DemoTopic,
  index: number,
  applicants: readonly DemoApplicant[],
): DemoApplicant {
  const colleague = applicants.find((one) => one.department === department);
  const one = index % 3 === 0 || colleague === undefined ? applicants[index % 2] : colleague;
  if (one === undefined) throw new Error('Someone has to apply.');
  return one;
}

function amountsOf({ costs }: DemoTopic, random: () => number): Amounts {
  const cents = ofEach(amountFields, (name) => Math.round((costs[name] ?? 0) * 100));
  const miscCosts = cents.miscCosts + Math.floor(random() * 40) * 100;
  return { ...cents, miscCosts, currentYearReceivedFunding: 0 };
}

function totalOf(amounts: Amounts): number {
  const {
    currentYearReceivedFunding: _1,
    amountOfAboveExpensesPaidFromOtherSources: others,
    ...costs
  } = amounts;
  return Object.values(costs).reduce((sum, one) => sum + one, 0) - others;
}

interface Steps {
  cast: number;
  approvers: readonly DemoApplicant[];
  applicant: DemoApplicant;
  returned: boolean;
}

type StepRow = Pick<ApplicationRow, 'id' | 'state' | 'round' | 'first_submitted_at' | 'changed_at'>;

function stepsOf(row: StepRow, { cast, approvers, applicant, returned }: Steps) {
  const start = row.first_submitted_at.getTime();
  const end = row.changed_at.getTime();
  const between = (part: number) => new Date(start + (end - start) * part);
  const step = (by: DemoApplicant, at: Date, text: string, state: ApplicationState): MessageRow => ({
    id: uuid(),
    application_id: row.id,
    at,
    author_id: by.id,
    author_name: by.name,
    from_committee: by !== applicant,
    text,
    state,
    report: null,
  });
  const chair = approvers.at(-1);
  const voters = approvers
    .filter(({ id }) => id !== applicant.id)
    .toReversed()
    .slice(0, cast);
  const choice: Choice = row.state === 'Declined' ? 'decline' : 'approve';
  const reason = demoReasons[row.id.charCodeAt(35) % demoReasons.length] ?? '';
  const votes = voters.map(
    (voter, index): VoteRow => ({
      id: uuid(),
      application_id: row.id,
      round: row.round,
      voter_id: voter.id,
      voter_name: voter.name,
      voter_email: voter.email,
      choice,
      reason: choice === 'decline' ? reason : '',
      at: row.state === 'Pending' ? new Date(start + (index + 1) * 3_600_000) : between(0.6 + index / 10),
    }),
  );
  const messages = [step(applicant, row.first_submitted_at, '', 'Pending')];
  if (chair !== undefined && (returned || row.state === 'Draft')) {
    const question = 'Please add the hotel for each night, and say what the workshop pays.';
    messages.push(step(chair, between(returned ? 0.3 : 1), question, 'Draft'));
    if (returned) messages.push(step(applicant, between(0.5), 'I added both. Thank you!', 'Pending'));
  }
  if (chair !== undefined && row.state === 'Approved') messages.push(step(chair, between(1), '', 'Approved'));
  if (chair !== undefined && row.state === 'Declined')
    messages.push(step(chair, between(1), reason, 'Declined'));
  if (row.state === 'Withdrawn')
    messages.push(step(applicant, between(1), 'The meeting was canceled.', 'Withdrawn'));
  return { votes, messages };
}
