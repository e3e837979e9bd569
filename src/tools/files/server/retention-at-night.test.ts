import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { eraseFile, extendFile } from '../contract.ts';
import { filesServer } from './index.ts';
import { publish, restore } from './testing/publish.ts';
import { retention } from './testing/retention.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from files; delete from service_tokens'));

test('a file that cannot be removed keeps no other from being removed or retired', async () => {
  const { pool } = server.database;
  const ids: string[] = [];
  for (let file = 0; file < 3; file += 1) ids.push((await publish(it))._id);
  const [stuck, gone, over] = ids.toSorted();
  const longAgo = `now() - interval '40 days'`;
  await pool.query(
    `update files set ended = 'deleted', ended_at = ${longAgo}, ended_by = 'IT' where id = any($1)`,
    [[stuck, gone]],
  );
  await pool.query(
    `update files set retires_at = ${longAgo}, retirement_noticed_at = ${longAgo},
       noticed_person_id = (select id from people where email = 'it@sawtooth.example')
     where id = $1`,
    [over],
  );
  await pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$;
    create trigger stuck before delete on files for each row when (old.id = '${stuck}') execute function fail()`);
  onTestFinished(async () => void (await pool.query('drop function fail cascade')));
  await expect(retention(server)()).rejects.toThrow('stuck');
  const { rows } = await pool.query('select id, ended from files order by id');
  expect(rows).toEqual([
    { id: stuck, ended: 'deleted' },
    { id: over, ended: 'retired' },
  ]);
});

test('the nightly job leaves alone what someone restores, extends, or deletes for good while it is running', async () => {
  const { platform } = server.quad;
  const ids: string[] = [];
  for (let file = 0; file < 4; file += 1) ids.push((await publish(it))._id);
  const [restored, erased, extended, noticed] = ids.map((id) => ({ params: { id } }));
  if (!(restored && erased && extended && noticed)) throw new Error('There are four.');
  const set = (change: string, ...some: (typeof restored)[]) =>
    server.database.pool.query(`update files set ${change} where id = any($1)`, [
      some.map(({ params }) => params.id),
    ]);
  await set(`ended = 'deleted', ended_at = now() - interval '31 days'`, restored, erased);
  await set(`retires_at = now(), retirement_noticed_at = now() - interval '14 days'`, extended);
  await set(`retires_at = now()`, noticed);
  const run = retention(server, {
    change: overtake(
      platform.change,
      () => restore(it, restored.params.id),
      () => it.send(eraseFile, { ...erased, body: { reason: 'A copy' } }),
      () => it.send(extendFile, extended),
      () => it.send(extendFile, noticed),
    ),
  });
  expect(await run()).toBe('Removed 0, notified about 0, retired 0.');
  const { rows: left } = await server.database.pool.query(
    'select ended, retirement_noticed_at as noticed from files where id = any($1)',
    [ids],
  );
  expect(left).toEqual([1, 2, 3].map(() => ({ ended: null, noticed: null })));
  const { rows: entries } = await server.database.pool.query(
    `select action from audit_entries where subject_id = any($1) and actor_name = 'files.retention'`,
    [ids],
  );
  expect(entries).toEqual([]);
});
