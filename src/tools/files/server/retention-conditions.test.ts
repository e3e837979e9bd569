import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Email } from '../../../platform/server/mail/email.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { filesServer } from './index.ts';
import { publish } from './testing/publish.ts';
import { retention } from './testing/retention.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from files'));

const ended = (how: string, days: number) =>
  `ended = '${how}', ended_at = now() - interval '${days} days', ended_by = 'IT'`;
const wasNoticed = `retirement_noticed_at = now() - interval '20 days', noticed_person_id = created_by_id`;
const isDue = `retires_at = now() - interval '1 day', ${wasNoticed}`;
const isSoon = `retires_at = now() + interval '3 days'`;
/** No months are set for it, so it lives forever. */
const livesForever = `content_type = 'Form'`;

async function fileThat(set: string): Promise<string> {
  const { _id: id } = await publish(it);
  await server.database.pool.query(`update files set ${set} where id = $1`, [id]);
  return id;
}
const stateOf = async (id: string) => {
  const { rows } = await server.database.pool.query(
    'select ended, version, retires_at, retirement_noticed_at from files where id = $1',
    [id],
  );
  return rows[0];
};
/** The nightly job, and the addresses to which it sends. */
async function run() {
  const sent: string[] = [];
  const { mail } = server.quad.platform;
  const send = async ({ to }: Email) => `${sent.push(to)}`;
  const said = await retention(server, { mail: { ...mail, send } })();
  return { sent, said };
}
const nothing = { sent: [], said: 'Removed 0, notified about 0, retired 0.' };

test.each([
  ['withdrawn long ago', ended('withdrawn', 40)],
  ['deleted less than 30 days ago', ended('deleted', 29)],
  ['withdrawn and past its end', `${ended('withdrawn', 1)}, ${isDue}`],
  ['noticed long ago whose end is still to come', `${wasNoticed}, ${isSoon}`],
  ['deleted a few days before its end', `${ended('deleted', 1)}, ${isSoon}`],
  ['that was deleted and would now live forever', `${ended('deleted', 1)}, ${isSoon}, ${livesForever}`],
  ['that has always lived forever', `retires_at = null, ${livesForever}`],
])('the nightly job leaves alone a file %s', async (_what, set) => {
  const id = await fileThat(set);
  const before = await stateOf(id);
  expect(await run()).toEqual(nothing);
  expect(await stateOf(id)).toEqual(before);
});

test.each([
  ['retire', isDue],
  ['announce the end of', isSoon],
])(
  'the nightly job does not %s a file that lives forever, even if it cannot be freed',
  async (_what, set) => {
    const id = await fileThat(`${set}, ${livesForever}`);
    const before = await stateOf(id);
    const { pool } = server.database;
    await pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$;
    create trigger stuck before update on files
      for each row when (new.retires_at is null) execute function fail()`);
    onTestFinished(async () => void (await pool.query('drop function fail cascade')));
    await expect(run()).rejects.toThrow('stuck');
    expect(await stateOf(id)).toEqual(before);
  },
);

test('a file is retired in time even if the person who was notified can no longer get email', async () => {
  const id = await fileThat(isDue);
  const { pool } = server.database;
  const block = (disabled: boolean) =>
    pool.query(`update people set disabled = $1 where email = 'it@sawtooth.example'`, [disabled]);
  onTestFinished(async () => void (await block(false)));
  await pool.query('update files set noticed_person_id = $2 where id = $1', [
    id,
    '00000000-0000-4000-8000-000000000000',
  ]);
  await block(true);
  expect(await run()).toEqual({ sent: [], said: 'Removed 0, notified about 0, retired 1.' });
});
