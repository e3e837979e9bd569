import { expect, onTestFinished, test } from 'vitest';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { notTheirs } from '../../../platform/server/belongings/belongings.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { grantBelongings } from './belongings.ts';
import { apply, createTestCommittee, move } from './testing/committee.ts';

test('the things of two leavers end at the same moment', async () => {
  const { voters, server } = await createTestCommittee();
  onTestFinished(() => server.stop());
  const { platform } = server.quad;
  const { rows } = await server.database.pool.query<PersonActor>(
    `select id, name, email from people
     where email in ('approver@sawtooth.example', 'approver2@sawtooth.example') order by email desc`,
  );
  for (const voter of voters.slice(0, 2)) await apply(voter);
  const change = platform.change.changeAsSystem('test');
  const begun = rows.map(() => Promise.withResolvers<void>());
  const ended = await Promise.all(
    rows.map((from, at) =>
      change(async (unit) => {
        unit.demand(byPermission);
        const outcomes = [];
        for (const { list, end } of grantBelongings) {
          const key = (await list(unit.transaction, from))[0]?.key ?? '';
          outcomes.push(await end?.run({ unit, by: from, from, key }));
          // One leaver's application has ended before the other's seat does.
          begun[at]?.resolve();
          await Promise.all(begun.map(({ promise }) => promise));
        }
        return outcomes;
      }),
    ),
  );
  expect(ended).toEqual([
    [true, true],
    [true, true],
  ]);
});

test("an application ends alone, and not if it has become another person's or has ended", async () => {
  const { faculty, server } = await createTestCommittee();
  onTestFinished(() => server.stop());
  const [pending, withdrawn, kept] = [await apply(faculty), await apply(faculty), await apply(faculty)];
  await move(faculty, withdrawn, 'Withdrawn');
  const { pool } = server.database;
  const { rows } = await pool.query<PersonActor>(
    `select id, name, email from people
     where email in ('approver@sawtooth.example', 'faculty@sawtooth.example') order by email`,
  );
  const [approver, applicant] = rows as [PersonActor, PersonActor];
  const end = (from: PersonActor, key: string) =>
    server.quad.platform.change.changeAsSystem('test')(async (unit) => {
      unit.demand(byPermission);
      unit.record({ action: 'test.end', subject: { type: 'test', id: key, columns: {} }, after: {} });
      return grantBelongings[0]?.end?.run({ unit, by: from, from, key });
    });
  expect(await end(approver, pending._id)).toBe(notTheirs);
  expect(await end(applicant, withdrawn._id)).toBe(notTheirs);
  expect(await end(applicant, pending._id)).toBe(true);
  const { rows: left } = await pool.query("select id from grant_applications where state = 'Pending'");
  expect(left).toEqual([{ id: kept._id }]);
});
