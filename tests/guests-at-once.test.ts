import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../src/platform/server/testing/test-server.ts';
import { endThings } from '../src/tools/comings-and-goings/contract.ts';
import { comingsAndGoingsServer } from '../src/tools/comings-and-goings/server/index.ts';
import { addGuest, endGuest } from '../src/tools/wifi-keys/contract.ts';
import { wifiKeysServer } from '../src/tools/wifi-keys/server/index.ts';

test('IT ends all guests of a sponsor, with hostapd, while the sponsor ends one of them', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-guests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startTestServer({
    tools: [comingsAndGoingsServer, wifiKeysServer],
    variables: { QUAD_WIFI_PSK_FILE: path.join(folder, 'wifi.psk') },
  });
  onTestFinished(() => server.stop());
  const { pool } = server.database;
  const [faculty, it] = [await server.signIn('faculty'), await server.signIn('it')];
  const ids: string[] = [];
  for (const name of ['ada', 'bo']) {
    const body = { name, email: `${name}@visitors.example`, days: 3 };
    ids.push((await faculty.send(addGuest, { body })).body.data.id);
  }
  ids.sort();
  // No job waits: a change then makes one, and others wait for it.
  await vi.waitFor(async () => {
    const waiting =
      "select from jobs.job where name = 'wifi-keys.hostapd' and state in ('created', 'active')";
    expect((await pool.query(waiting)).rowCount).toBe(0);
  }, 20_000);
  await pool.query(`create function dawdle() returns trigger language plpgsql
    as 'begin perform pg_sleep(0.6); return new; end'`);
  await pool.query('create trigger dawdle before update on wifi_keys for each row execute function dawdle()');
  const { rows } = await pool.query('select owner_id from wifi_keys limit 1');
  const things = [{ kind: 'wifi-keys.guests', keys: ids }];
  const all = it.send(endThings, { params: { id: rows[0].owner_id }, body: { things } });
  // It holds the first of its keys.
  const dawdling =
    "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
  await vi.waitFor(async () => expect((await pool.query(dawdling)).rowCount).toBe(1), 20_000);
  const one = faculty.send(endGuest, { params: { id: ids[1] ?? '' } });
  const statuses = [(await all).status, (await one).status];
  expect(statuses[0]).toBe(200);
  // By the second one's turn, the guest has already been ended.
  expect(statuses[1]).toBeLessThan(500);
  const { rows: working } = await pool.query(
    'select from wifi_keys where revoked_at is null and expires_at > now()',
  );
  expect(working).toEqual([]);
}, 60_000);
