import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { defineTool } from '../../../platform/contract/tool.ts';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { mostListed } from '../../../platform/server/belongings/belongings.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import { noteFailure, takeReading } from '../../../platform/server/directory/runs.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import { personRecord } from '../../../platform/server/testing/directory-record.ts';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { decideDeparture, endThings, listDepartures, readBelongings } from '../contract.ts';
import { comingsAndGoingsServer } from './index.ts';
import { createNotice } from './notice.ts';
import { createReceivedEmail } from './received-email.ts';

/** Email addresses of those who own a thing; only people with the permission may. */
const owners = new Set<string>();
/** Email addresses of those whose things can't be read. */
const broken = new Set<string>();
let owned = 1;
const things = defineServerTool({
  tool: defineTool({
    id: 'things',
    title: 'Things',
    permissions: { 'things.have': 'Have things.' },
    screens: {},
    tiles: [],
  }),
  calls: {},
  start: async () => ({
    routes: [],
    belongings: [
      {
        kind: 'things.things',
        title: 'Things',
        noun: ['thing', 'things'],
        list: async (_reader, { email }) => {
          if (broken.has(email)) throw new Error('A thing is damaged.');
          const length = owners.has(email) ? Math.min(owned, mostListed) : 0;
          return Array.from({ length }, (_, key) => ({ key: `${key}`, title: 'A thing' }));
        },
        end: {
          says: 'They are gone.',
          run: async () => {
            owned -= 1;
            return true;
          },
        },
        mayHave: ({ permissions }) => permissions.has('things.have') || 'They may have no things.',
      },
    ],
  }),
});

const leaver = 'it2@sawtooth.example';
let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [comingsAndGoingsServer, things] });
  it = await server.signIn('it');
  await server.signIn('it2');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.pool.query(
    'delete from departures; delete from lost_groups; delete from directory_records; delete from directory_runs',
  );
  owners.clear();
  broken.clear();
  owners.add(leaver);
});

function notice(services: Partial<Parameters<typeof createNotice>[0]> = {}) {
  const { platform } = server.quad;
  const context = { log: platform.log, signal: new AbortController().signal };
  return createNotice({ ...platform, ...services }).run({}, context);
}

const change = (work: Parameters<ReturnType<TestServer['quad']['platform']['change']['changeAs']>>[0]) =>
  server.quad.platform.change.changeAsSystem('test')(async (unit) => {
    unit.demand(byPermission);
    return work(unit);
  });

/** A reading of the directory with these people; `always`: it waits until IT has looked at it. */
const read = (names: readonly string[], always = false, accessGroups: readonly string[] = []) =>
  change((unit) => {
    const records = names.map((name) =>
      personRecord({ key: name, email: `${name}@sawtooth.example`, accessGroups }),
    );
    const { emailTrusted } = server.quad.platform;
    return takeReading(
      unit,
      { origin: 'file', by: 'test', sourceHash: null, waits: always ? 'always' : 'suspicious', records },
      { emailTrusted, precedence: { ...csvAlone, givesAccess: ['csv'] } },
    );
  });

/** What the provider says about the leaver. */
const setGroups = (value: string) =>
  server.database.pool.query(`update identities set groups = $1 where subject = $2`, [value, leaver]);

async function listed(state?: 'done' | 'dismissed') {
  const query = { page: 1, ...(state === undefined ? {} : { state }) };
  return (await it.send(listDepartures, { query })).body.data;
}

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
  expect((await it.send(listWaiting)).body.data).toMatchObject([{ title: 'Hand over what one person owns' }]);

  await read(['it2', 'staff']);
  await notice({ campus: { ...server.quad.platform.campus, product: 'MyCollege' } });
  expect(await listed()).toEqual([]);
  expect(await listed('done')).toMatchObject([{ state: 'back', decidedBy: 'MyCollege' }]);
});

test('someone whose things cannot be read holds up no one else', async () => {
  const { pool } = server.database;
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
  broken.add('gone1@sawtooth.example');
  await expect(notice()).rejects.toThrow('A thing is damaged.');
  expect(await listed('done')).toMatchObject([{ person: { email: 'gone2@sawtooth.example' } }]);
});

test('someone who owns nothing anymore is taken off, even behind hundreds who do', async () => {
  const { pool } = server.database;
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
    const { pool } = server.database;
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
  server.database.pool.query('update people set disabled = $1 where email = $2', [disabled, leaver]);

test.each([
  ['blocked', () => setBlocked(true), () => setBlocked(false)],
  ['gone and dismissed by IT', () => read(['staff']), () => read(['it2', 'staff'])],
])('groups that someone loses while they are %s count once they are back', async (_state, go, comeBack) => {
  await read(['it2', 'staff']);
  await go();
  await notice();
  for (const { id } of await listed())
    await it.send(decideDeparture, { params: { id }, body: { state: 'dismissed' } });
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
    it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state } });
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
    await server.database.pool.query('delete from lost_groups');
    await notice();
    const [departure] = await listed();
    await read(['it2', 'staff'], false, accessGroups);
    await server.database.pool.query('delete from lost_groups');
    const dismiss = () =>
      it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state: 'dismissed' } });
    const change = overtake(server.quad.platform.change, dismiss);
    expect(await notice({ change })).toBe(
      'Listed: 0. Taken off because they are back or own nothing anymore: 0.',
    );
    expect(await listed('dismissed')).toMatchObject([
      { cause: 'left', decidedBy: 'Iris Thornwell', version: 2 },
    ]);
    const { rows } = await server.database.pool.query(
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
      await it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state: 'dismissed' } });
    };
    const change = overtake(server.quad.platform.change, dismissFirst);
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
  const { body } = await it.send(readBelongings, { params: { id: departure?.person.id ?? '' } });
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
    it.send(decideDeparture, { params: { id: departure?.id ?? '' }, body: { state, version } });
  expect((await decide('dismissed', 1)).status).toBe(200);
  expect((await decide('open', 1)).body).toMatchObject({ status: 409, reason: 'stale-version' });
  expect(await listed('dismissed')).toHaveLength(1);
  expect((await decide('open', 2)).status).toBe(200);
  // It is not noticed once more for the same reason.
  await decide('dismissed', 3);
  await notice();
  expect(await listed()).toEqual([]);
});

test('more than are listed at once are handled in turns, and the page says so', async () => {
  owned = mostListed + 5;
  const { rows } = await server.database.pool.query('select id from people where email = $1', [leaver]);
  const params = { id: rows[0].id };
  const read = async () => (await it.send(readBelongings, { params })).body.data.kinds[0];
  for (const [listed, isCut] of [
    [mostListed, true],
    [5, false],
  ] as const) {
    const kind = await read();
    expect([kind?.things.length, kind?.isCut]).toEqual([listed, isCut]);
    const keys = kind?.things.map(({ key }) => key) ?? [];
    const { body } = await it.send(endThings, {
      params,
      body: { things: [{ kind: 'things.things', keys }] },
    });
    expect(body.data).toEqual({ done: listed, refused: [] });
  }
  expect(await read()).toBeUndefined();
  owned = 1;
});

test('someone who owns more than is listed gets the email about what was handed over, too', async () => {
  const { platform } = server.quad;
  const { rows } = await server.database.pool.query('select id from people where email = $1', [leaver]);
  const sent: string[] = [];
  const mail = { ...platform.mail, send: async ({ text }: Email) => `${sent.push(text)}` };
  const received = (...keys: string[]) => {
    const things = [{ kind: 'things.things', keys }];
    const data = { id: randomUUID(), from: rows[0].id, to: rows[0].id, things };
    const context = { log: platform.log, signal: new AbortController().signal };
    return createReceivedEmail({ ...platform, mail }).run(data, context);
  };
  owned = mostListed;
  await received('200', '201');
  await received('199', '200', '201');
  expect(sent).toEqual([
    expect.stringContaining('Things:\n  2 things\n'),
    expect.stringContaining('Things:\n  A thing\n  and 2 more\n'),
  ]);
  owned = 1;
  expect(await received('200')).toBe('They were passed on again first, so no email was sent.');
});
