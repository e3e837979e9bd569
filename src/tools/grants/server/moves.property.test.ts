import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { type ApplicationState, applicationStates } from '../contract/shapes.ts';
import { declineApplication, editApplication, readApplication, recuseFromApplication } from '../contract.ts';
import { sampleApplication } from './examples.ts';
import { moves, reportMoves } from './moves.ts';
import type { SubmittedReportState } from './tables.ts';
import {
  apply,
  applyAndApprove,
  approve,
  createTestCommittee,
  decide,
  move,
  report,
  type TestCommittee,
} from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());

/** What someone does, with the version that they have seen or with none. */
const act = fc.record({
  who: fc.integer({ min: 0, max: 4 }),
  what: fc.constantFrom(
    ...([
      'approve',
      'approve',
      'decline',
      'recuse',
      'edit',
      'edit',
      'report',
      'Accepted',
      'Returned',
    ] as const),
    ...applicationStates,
  ),
  amount: fc.integer({ min: 0, max: 500 }),
  seen: fc.boolean(),
});
const batches = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 12 });

interface Found {
  state: ApplicationState;
  round: number;
  total_cents: number;
  amounts: Record<string, number>;
  path: ApplicationState[];
  spent_cents: number | null;
  reported: { state: SubmittedReportState; cents: number } | null;
  reportPath: SubmittedReportState[];
  votes: { round: number; voter: string; choice: string }[];
  recused: string[];
}

async function find(id: string): Promise<Found> {
  const { rows } = await committee.server.database.pool.query(
    `select state, round, total_cents, amounts, spent_cents,
       array(select m.state from grant_messages m
         where m.application_id = a.id and m.state is not null order by at, id) as path,
       array(select m.report from grant_messages m
         where m.application_id = a.id and m.report is not null order by at, id) as "reportPath",
       (select jsonb_build_object('state', r.state, 'cents', r.total_cents)
         from grant_reports r where r.application_id = a.id) as reported,
       coalesce((select jsonb_agg(jsonb_build_object('round', round, 'voter', voter_email, 'choice', choice))
         from grant_votes v where v.application_id = a.id), '[]') as votes,
       array(select p.email from grant_recusals r join people p on p.id = r.voter_id
         where r.application_id = a.id) as recused
     from grant_applications a where id = $1`,
    [id],
  );
  return rows[0] as Found;
}

const seats = ['approver', 'approver2', 'approver3'].map((name) => `${name}@sawtooth.example`);

/** A report is only about an approved application, its steps are in the table, and only an accepted one counts. */
function expectReportAllowed({ state, spent_cents, reported, reportPath }: Found) {
  for (const [index, next] of reportPath.entries())
    expect(reportMoves[next].from).toContain(reportPath[index - 1] ?? 'Open');
  expect(reportPath.at(-1)).toBe(reported?.state);
  if (reported !== null) expect(state).toBe('Approved');
  expect(spent_cents).toBe(reported?.state === 'Accepted' ? reported.cents : null);
}

/** What must be true whenever someone looks. */
function expectAllowed(
  { state, round, total_cents, amounts, path, votes, recused }: Found,
  applicant: string,
) {
  expect(path[0]).toBe('Pending');
  for (const [index, next] of path.entries())
    if (index > 0) expect(moves[next].from).toContain(path[index - 1]);
  expect(path.at(-1)).toBe(state);
  expect(path.filter((one) => one === 'Pending')).toHaveLength(round);
  const {
    currentYearReceivedFunding: _1,
    amountOfAboveExpensesPaidFromOtherSources: others = 0,
    ...costs
  } = amounts;
  expect(Object.values(costs).reduce((sum, one) => sum + one, 0) - others).toBe(total_cents);
  expect(total_cents).toBeGreaterThanOrEqual(0);
  const each = votes.map((vote) => `${vote.round} ${vote.voter}`);
  expect(new Set(each).size).toBe(each.length);
  for (const vote of votes) expect(seats.filter((seat) => seat !== applicant)).toContain(vote.voter);
  const needed = moves[state].needs;
  if (needed === undefined) return;
  const counting = seats.filter((seat) => seat !== applicant && !recused.includes(seat));
  expect(counting.length).toBeGreaterThan(0);
  const agreed = votes.filter((vote) => vote.round === round && vote.choice === needed);
  expect(agreed.map(({ voter }) => voter)).toEqual(expect.arrayContaining(counting));
}

test('whatever people do at once, no state, sum, set of votes, or report is reached that the table forbids', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const { faculty, voters, it } = committee;
  const people: TestClient[] = [faculty, ...voters, it];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1), fc.boolean(), batches, async (applicantIndex, isLate, played) => {
      const applicant = people[applicantIndex] as TestClient;
      const email = applicantIndex === 0 ? 'faculty@sawtooth.example' : 'approver@sawtooth.example';
      // Random votes rarely agree, so reports need their own starting point.
      const start =
        applicantIndex === 0 && isLate ? await applyAndApprove(committee) : await apply(applicant);
      const { _id } = start;
      const params = { id: _id };
      const totals = new Map<number, number>();
      for (const batch of played) {
        const { version } = (await it.send(readApplication, { params })).body.data;
        const answers = await Promise.all(
          batch.map(({ who, what, amount, seen }) => {
            const client = people[who] as TestClient;
            const known = seen ? { version } : {};
            if (what === 'approve') return approve(client, { _id, version });
            if (what === 'decline')
              return client.send(declineApplication, { params, body: { reason: 'No.', ...known } });
            if (what === 'recuse') return client.send(recuseFromApplication, { params, body: known });
            if (what === 'report')
              return report(
                client,
                { _id, version },
                { miscCosts: String(amount) },
                amount % 3 === 0 ? ['a.txt'] : [],
              );
            if (what === 'Accepted' || what === 'Returned')
              return decide(client, { _id, version }, what, 'Because.');
            if (what !== 'edit') return move(client, { _id, version }, what, 'Because.');
            const changed = { ...sampleApplication, miscCosts: amount, approvalStatus: 'Pending' as const };
            return client.send(editApplication, { params, body: { ...changed, ...known } });
          }),
        );
        for (const { status } of answers) expect([200, 201, 400, 403, 404, 409]).toContain(status);
        const found = await find(_id);
        expectAllowed(found, email);
        expectReportAllowed(found);
        // Nothing changes while it is being voted on.
        expect(totals.get(found.round) ?? found.total_cents).toBe(found.total_cents);
        totals.set(found.round, found.total_cents);
      }
    }),
    { numRuns: 8, seed: 16 },
  );
});
