import { expect, onTestFinished, test } from 'vitest';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { grantBelongings } from './belongings.ts';
import { apply, createTestCommittee } from './testing/committee.ts';

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
