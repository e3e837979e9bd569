import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { mostRowsRead } from '../../../platform/server/testing/most-rows-read.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import { exportApplications, readApplication, readGrantFigures } from '../contract.ts';
import { grants } from '../tool.ts';
import { firstDayOf, fiscalYearOf } from './fiscal-year.ts';
import { grantsServer } from './index.ts';
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
  // Both in the same fiscal year, whatever day the test runs.
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

test('a department is one figure however people write its capitals', async () => {
  const { faculty, voters, it } = committee;
  for (const department of ['\u00c9conomie', '\u00e9conomie', '\u00c9conomie']) {
    const days = { startDateOfProposedActivity: '2070-08-01', endDateOfProposedActivity: '2070-08-04' };
    const application = await apply(faculty, { ...days, department });
    for (const voter of voters) await approve(voter, application);
    await move(voters[0], application, 'Approved');
  }
  const figures = (await it.send(readGrantFigures, { query: { year: '2071' } })).body.data;
  expect(figures.departments).toEqual([{ name: '\u00c9conomie', applications: 3, amount: 2_950.5 }]);
});

test('a college that says later when its fiscal year begins has what was submitted before in the right year', async () => {
  const { faculty, voters } = committee;
  const days = { startDateOfProposedActivity: '2080-08-01', endDateOfProposedActivity: '2080-08-04' };
  const application = await apply(faculty, days);
  for (const voter of voters) await approve(voter, application);
  await move(voters[0], application, 'Approved');
  const next = await apply(faculty, days);

  const campus = copyCampus(Object.keys(grants.permissions));
  writeFileSync(path.join(campus.folder, 'tools', 'grants.yaml'), 'fiscalYearStartsIn: 10\n');
  const { database } = committee.server;
  const later = await createTestServer({ tools: [grantsServer], campusFolder: campus.folder, database });
  onTestFinished(async () => {
    await later.stop();
    campus.remove();
  });
  const it = await later.signIn('it');
  const states = async (year: string) =>
    (await it.send(readGrantFigures, { query: { year } })).body.data.states.map(({ name }) => name);
  expect([await states('2081'), await states('2080')]).toEqual([[], ['Approved', 'Pending']]);
  const { body } = await it.send(readApplication, { params: { id: next._id } });
  expect(body.data.balance).toMatchObject({ fiscalYear: 2080, received: 983.5 });
  const [header = '', row = ''] = (await it.send(exportApplications, { query: { year: '2080' } })).text.split(
    '\r\n',
  );
  expect(row.split(',')[header.split(',').indexOf('fiscalYear')]).toBe('2080');
});

test('the sums of a fiscal year read its applications, not those of all years', async () => {
  const { faculty, it, server } = committee;
  const { _id: id } = await apply(faculty, {
    startDateOfProposedActivity: '2050-08-01',
    endDateOfProposedActivity: '2050-08-04',
  });
  // Twenty years, three hundred in each.
  await server.database.pool.query(
    `insert into grant_applications select (a.row).* from (
      select jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'state', 'Approved',
        'starts_on', date '2041-01-01' + i, 'ends_on', date '2041-01-02' + i, 'narrative', repeat('x', 1500),
        'decided_at', now())) as row
      from grant_applications g, generate_series(1, 6000) as i where g.id = $1) a`,
    [id],
  );
  await server.database.pool.query('analyze grant_applications');
  const read = async () => expect((await it.send(readApplication, { params: { id } })).status).toBe(200);
  expect(await mostRowsRead(server.database.pool, 'as fund', read)).toBeLessThan(1_000);
});
