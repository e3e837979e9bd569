import { expect, onTestFinished, test } from 'vitest';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import { departuresOffice, leaver } from './testing/departures-office.ts';

const office = departuresOffice();
const { owners, notice, read, setGroups, listed } = office;

test('of two people who lost groups, both are listed, and what one loses during the run is listed by the next', async () => {
  const { pool } = office.server.database;
  const other = 'second@sawtooth.example';
  onTestFinished(async () => void (await pool.query('delete from people where email = $1', [other])));
  await pool.query(
    `with made as (
      insert into people (id, email, name, given_name, family_name)
      values (gen_random_uuid(), $1, 'Second', 'Second', '') returning id
    ) insert into identities (provider, subject, person_id, groups) select 'demo', $1, id, '{Domain-IT}' from made`,
    [other],
  );
  owners.add(other);
  await setGroups('{Domain-Staff}');
  await pool.query(`update identities set groups = '{}' where subject = $1`, [other]);
  await pool.query(`update lost_groups set at = now() - interval '1 minute'`);
  const loseMore = () => setGroups('{}');
  const change = overtake(office.server.quad.platform.change, loseMore);
  expect(await notice({ change })).toMatch(/^Listed: 2\./);
  await notice();
  const lost = (await listed()).map(({ person, lost: groups }) => [person.email, groups]);
  expect(lost.toSorted()).toEqual([
    [leaver, ['Domain-IT', 'Domain-Staff']],
    [other, ['Domain-IT']],
  ]);
  await setGroups('{Domain-IT,Domain-Staff}');
});

test('someone who comes back with fewer groups is listed for the groups, and people who are still gone are not', async () => {
  const { pool } = office.server.database;
  onTestFinished(async () => void (await pool.query("delete from people where email like 'gone%'")));
  await pool.query(`
    with made as (
      insert into people (id, email, name, given_name, family_name, disabled)
      values (gen_random_uuid(), 'gone@sawtooth.example', 'Gone', 'Gone', '', true) returning id
    ) insert into departures (id, person_id, cause, state) select gen_random_uuid(), id, 'left', 'open' from made`);
  owners.add('gone@sawtooth.example');
  await setGroups('{}');
  await read(['it2', 'staff'], false, ['Domain-IT']);
  await read(['staff']);
  await notice();
  await read(['it2', 'staff']);
  await pool.query('delete from lost_groups');
  await notice();
  const causes = (await listed()).map(({ person, cause }) => [person.email, cause]);
  expect(causes.toSorted()).toEqual([
    ['gone@sawtooth.example', 'left'],
    [leaver, 'groups'],
  ]);
  await setGroups('{Domain-IT,Domain-Staff}');
});
