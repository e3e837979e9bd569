import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportApplications, readApplication, readGrantFigures } from '../contract.ts';
import { firstDayOf, fiscalYearOf } from './fiscal-year.ts';
import { apply, approve, createTestCommittee, move, type TestCommittee } from './testing/committee.ts';

let committee: TestCommittee;

beforeAll(async () => {
  committee = await createTestCommittee();
});
afterAll(() => committee.server.stop());

test('a fiscal year is named after the year in which it ends', () => {
  expect(['2026-06-30', '2026-07-01', '2027-06-30'].map((day) => fiscalYearOf(day, 7))).toEqual([
    2026, 2027, 2027,
  ]);
  expect(fiscalYearOf('2026-12-31', 1)).toBe(2026);
  expect([firstDayOf(2027, 7), firstDayOf(2027, 1)]).toEqual(['2026-07-01', '2027-01-01']);
});

test('approved money is reserved in its fiscal year, and approvers see what is left', async () => {
  const { faculty, voters, it, server } = committee;
  // Both in the same fiscal year, whatever the day of the test.
  const days = { startDateOfProposedActivity: '2090-08-01', endDateOfProposedActivity: '2090-08-04' };
  const first = await apply(faculty, days);
  const second = await apply(faculty, { ...days, currentYearReceivedFunding: 12 });
  await apply(faculty, {
    startDateOfProposedActivity: '2090-06-01',
    endDateOfProposedActivity: '2090-06-02',
  });
  for (const voter of voters) await approve(voter, first);
  const balanceOf = async (client: typeof it, { _id: id }: { _id: string }) =>
    (await client.send(readApplication, { params: { id } })).body.data.balance;
  expect(await balanceOf(it, second)).toMatchObject({ fiscalYear: 2091, received: 0, leftOfCap: 2_500 });
  await move(voters[0], first, 'Approved');
  // 400 + 35.5 + 360 + 150 + 138 - 100
  expect(await balanceOf(voters[1], second)).toEqual({
    fiscalYear: 2091,
    received: 983.5,
    leftOfCap: 1_516.5,
    leftOfFund: 59_016.5,
    enteredDiffers: true,
  });
  expect(await balanceOf(it, first)).toMatchObject({ received: 0 });
  expect(await balanceOf(faculty, second)).toBeNull();

  const figures = (await it.send(readGrantFigures, { query: { year: '2091' } })).body.data;
  expect(figures).toMatchObject({
    states: [
      { name: 'Approved', applications: 1, amount: 983.5 },
      { name: 'Pending', applications: 1, amount: 983.5 },
    ],
    departments: [{ name: 'Biology', applications: 1, amount: 983.5 }],
    purposes: [{ name: 'conferenceOrWorkshopAttendance', applications: 1, amount: 983.5 }],
  });
  expect(figures.years).toEqual(expect.arrayContaining([2090, 2091]));
  const csv = (await it.send(exportApplications, { query: { year: '2091' } })).text;
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain('Felix Carraway');
  const staff = await server.signIn('staff');
  expect((await staff.send(exportApplications, { query: {} })).status).toBe(403);
});
