import { expect, onTestFinished, test } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { noteFailure } from '../../../platform/server/directory/runs.ts';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import { decideDeparture, readBelongings } from '../contract.ts';
import { departuresOffice, leaver } from './testing/departures-office.ts';

const office = departuresOffice();
const { owners, notice, change, read, setGroups, listed } = office;

test('someone who left is listed while they own something, except in an outage, and taken off when they are back', async () => {
  await read(['it2', 'staff']);
  await change((unit) =>
    noteFailure(unit, { origin: 'file', by: 'test', sourceHash: null, reason: 'Gone.' }),
  );
  await read(['staff'], true);
  await notice();
  expect(await listed()).toEqual([]);

  await read(['staff']);
  await notice();
  await notice();
  expect(await listed()).toMatchObject([
    { person: { email: leaver }, cause: 'left', state: 'open', owns: [{ words: '1 thing' }] },
  ]);
  expect((await office.it.send(listWaiting)).body.data).toMatchObject([
    { title: 'Hand over what one person owns' },
  ]);

  await read(['it2', 'staff']);
  await notice({ campus: { ...office.server.quad.platform.campus, product: 'MyCollege' } });
  expect(await listed()).toEqual([]);
  expect(await listed('done')).toMatchObject([{ state: 'back', decidedBy: 'MyCollege' }]);
});

test('someone whose entry cannot be changed holds up no one else', async () => {
  const { pool } = office.server.database;
  onTestFinished(async () => void (await pool.query("delete from people where email like 'gone%'")));
  await pool.query(`
    with made as (
      insert into people (id, email, name, given_name, family_name, disabled)
      select gen_random_uuid(), 'gone' || n || '@sawtooth.example', 'Gone', 'Gone', '', true
      from generate_series(1, 2) n returning id, email
    )
    insert into departures (id, person_id, cause, state, noticed_at)
    select gen_random_uuid(), id, 'left', 'open', case email when 'gone1@sawtooth.example' then now() - interval '1 day'
      else now() end from made`);
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'This entry is damaged.'; end $$;
    create trigger refuse before update on departures for each row
      when (old.noticed_at < now() - interval '1 hour') execute function refuse()`);
  await expect(notice()).rejects.toThrow('This entry is damaged.');
  await pool.query('drop function refuse cascade');
  expect(await listed('done')).toMatchObject([{ person: { email: 'gone2@sawtooth.example' } }]);
});

test('someone who owns nothing anymore is taken off, even behind hundreds who do', async () => {
  const { pool } = office.server.database;
  await read(['it2', 'staff']);
  await read(['staff']);
  await notice();
  await pool.query(`
    with made as (
      insert into people (id, email, name, given_name, family_name, disabled)
      select gen_random_uuid(), 'gone' || n || '@sawtooth.example', 'Gone', 'Gone', '', true
      from generate_series(1, 500) n returning id
    )
    insert into departures (id, person_id, cause, state, noticed_at)
    select gen_random_uuid(), id, 'left', 'open', now() - interval '1 day' from made`);
  for (let n = 1; n <= 500; n += 1) owners.add(`gone${n}@sawtooth.example`);
  owners.delete(leaver);
  expect(await notice()).toBe('Listed: 0. Taken off because they are back or own nothing anymore: 1.');
  expect(await listed('done')).toMatchObject([
    { person: { email: leaver }, state: 'done', decidedBy: 'Quad' },
  ]);
  await pool.query("delete from people where email like 'gone%'");
});

test.each(['with the reading that has them again', 'while they were gone'])(
  'someone who comes back with fewer groups stays listed, lost %s',
  async (when) => {
    const { pool } = office.server.database;
    await setGroups('{}');
    await read(['it2', 'staff'], false, ['Domain-IT']);
    await pool.query('delete from lost_groups');
    await read(['staff']);
    await notice();
    expect(await listed()).toMatchObject([{ cause: 'left', lost: [] }]);
    if (when === 'while they were gone') {
      await pool.query(`update directory_records set access_groups = '{}' where key = 'it2'`);
      await notice();
    }
    await read(['it2', 'staff']);
    await notice();
    await notice();
    expect(await listed()).toMatchObject([
      { person: { email: leaver }, cause: 'groups', lost: ['Domain-IT'], version: 2 },
    ]);

    await read(['it2', 'staff'], false, ['Domain-IT']);
    await notice();
    expect([await listed(), (await listed('done')).map(({ state }) => state)]).toEqual([[], ['back']]);
    await setGroups('{Domain-IT,Domain-Staff}');
  },
);

const setBlocked = (disabled: boolean) =>
  office.server.database.pool.query('update people set disabled = $1 where email = $2', [disabled, leaver]);

test.each([
  ['blocked', () => setBlocked(true), () => setBlocked(false)],
  ['gone and dismissed by IT', () => read(['staff']), () => read(['it2', 'staff'])],
])('groups that someone loses while they are %s count once they are back', async (_state, go, comeBack) => {
  await read(['it2', 'staff']);
  await go();
  await notice();
  for (const { id } of await listed())
    await office.it.send(decideDeparture, { params: { id }, body: { state: 'dismissed' } });
  await setGroups('{Domain-Staff}');
  await notice();
  expect(await listed()).toEqual([]);

  await comeBack();
  await notice();
  expect(await listed()).toMatchObject([
    { person: { email: leaver }, cause: 'groups', lost: ['Domain-IT'], state: 'open' },
  ]);
  await setGroups('{Domain-IT,Domain-Staff}');
});

test('groups that someone has again are not named as lost, and list no one', async () => {
  await setBlocked(true);
  await setGroups('{}');
  await setGroups('{Domain-Staff}');
  await setBlocked(false);
  await notice();
  expect(await listed()).toMatchObject([{ cause: 'groups', lost: ['Domain-IT'] }]);

  await setGroups('{}');
  await notice();
  expect(await listed()).toMatchObject([{ lost: ['Domain-IT', 'Domain-Staff'] }]);
  await setGroups('{Domain-Staff}');
  await notice();
  expect(await listed()).toMatchObject([{ lost: ['Domain-IT'] }]);

  await setGroups('{Domain-Faculty,Domain-Staff}');
  await setGroups('{Domain-Staff}');
  await notice();
  const [departure] = await listed();
  expect(departure).toMatchObject({ lost: ['Domain-Faculty', 'Domain-IT'] });

  const decide = (state: 'dismissed' | 'open') =>
    office.it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state } });
  await decide('dismissed');
  await setGroups('{}');
  await setGroups('{Domain-Staff}');
  expect(await notice()).toMatch(/^Listed: 0\./);
  expect(await listed()).toEqual([]);

  await decide('open');
  await setGroups('{Domain-Faculty,Domain-Staff}');
  expect(await listed()).toMatchObject([{ lost: ['Domain-IT'] }]);
  await decide('dismissed');
  expect(await listed('dismissed')).toMatchObject([{ lost: ['Domain-IT'] }]);
  await setGroups('{Domain-IT,Domain-Staff}');
});

test.each([
  ['back', ['Domain-IT']],
  ['back with fewer groups', []],
])(
  'someone who is %s stays dismissed when IT dismisses them while the job is looking',
  async (_state, accessGroups) => {
    await setGroups('{}');
    await read(['it2', 'staff'], false, ['Domain-IT']);
    await read(['staff']);
    await office.server.database.pool.query('delete from lost_groups');
    await notice();
    const [departure] = await listed();
    await read(['it2', 'staff'], false, accessGroups);
    await office.server.database.pool.query('delete from lost_groups');
    const dismiss = () =>
      office.it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state: 'dismissed' } });
    const change = overtake(office.server.quad.platform.change, dismiss);
    expect(await notice({ change })).toBe(
      'Listed: 0. Taken off because they are back or own nothing anymore: 0.',
    );
    expect(await listed('dismissed')).toMatchObject([
      { cause: 'left', decidedBy: 'Iris Thornwell', version: 2 },
    ]);
    const { rows } = await office.server.database.pool.query(
      'select action from audit_entries where subject_id = $1 order by at, id',
      [departure?.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['departure.notice', 'departure.decide']);
    await setGroups('{Domain-IT,Domain-Staff}');
  },
);

test.each([
  ['left', () => read(['staff'])],
  ['lost groups', () => setGroups('{Domain-Staff}')],
])(
  'someone who %s is listed by one of two simultaneous runs, and stays dismissed',
  async (_cause, happen) => {
    await read(['it2', 'staff']);
    await happen();
    const dismissFirst = async () => {
      await notice();
      const [departure] = await listed();
      await office.it.send(decideDeparture, {
        params: { id: departure?.id ?? '' },
        body: { state: 'dismissed' },
      });
    };
    const change = overtake(office.server.quad.platform.change, dismissFirst);
    expect(await notice({ change })).toBe(
      'Listed: 0. Taken off because they are back or own nothing anymore: 0.',
    );
    expect([await listed(), (await listed('dismissed')).length]).toEqual([[], 1]);
    await setGroups('{Domain-IT,Domain-Staff}');
  },
);

test('someone who owns nothing is not listed', async () => {
  owners.clear();
  await read(['it2', 'staff']);
  await read(['staff']);
  await notice();
  expect([await listed(), await listed('done')]).toEqual([[], []]);
});

test('lost groups list someone only if they may no longer have what they own', async () => {
  await setGroups('{Domain-IT}');
  await notice();
  expect(await listed()).toEqual([]);
  await setGroups('{Domain-Staff}');
  await notice();
  const [departure] = await listed();
  expect(departure).toMatchObject({ person: { email: leaver }, cause: 'groups', lost: ['Domain-IT'] });
  const { body } = await office.it.send(readBelongings, { params: { id: departure?.person.id ?? '' } });
  expect(body.data).toMatchObject({
    person: { state: 'here' },
    kinds: [{ mayNot: 'They may have no things.', can: { handOver: false, end: true } }],
  });
  await setGroups('{Domain-IT,Domain-Staff}');
  expect(await listed()).toMatchObject([{ cause: 'groups', lost: ['Domain-IT'] }]);
  await notice();
  expect([await listed(), await listed('done')]).toMatchObject([
    [],
    [{ state: 'back', lost: ['Domain-IT'] }],
  ]);
});

test('a departure is dismissed and reopened, by someone who saw the current state', async () => {
  await read(['it2', 'staff']);
  await read(['staff']);
  await notice();
  const [departure] = await listed();
  const decide = (state: 'dismissed' | 'open', version: number) =>
    office.it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state, version } });
  expect((await decide('dismissed', 1)).status).toBe(200);
  expect((await decide('open', 1)).body).toMatchObject({ status: 409, reason: 'stale-version' });
  expect(await listed('dismissed')).toHaveLength(1);
  expect((await decide('open', 2)).status).toBe(200);
  // It is not noticed once more for the same reason.
  await decide('dismissed', 3);
  await notice();
  expect(await listed()).toEqual([]);
});
