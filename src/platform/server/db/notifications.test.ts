import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { openNotifications } from './notifications.ts';

test('a connection that was cut reconnects and listens to the same channels', async () => {
  const database = await openTestDatabase();
  const notifications = openNotifications(database.settings);
  onTestFinished(() => notifications.close());
  const heard: string[] = [];
  notifications.listen('college', (payload) => void heard.push(payload));
  const tell = async (payload: string) => {
    await database.pool.query("select pg_notify('college', $1)", [payload]).catch(() => undefined);
    return heard;
  };
  await expect.poll(() => tell('before')).toContain('before');
  await database.cutConnections();
  await expect.poll(() => tell('after')).toContain('after');
});

test('a stop while connecting leaves no connection behind', async () => {
  const { settings } = await openTestDatabase();
  await openNotifications(settings).close();
  const witness = new pg.Client(settings);
  await witness.connect();
  onTestFinished(() => witness.end());
  const left =
    "select from pg_stat_activity where datname = current_database() and application_name = 'quad notifications'";
  await expect.poll(async () => (await witness.query(left)).rowCount).toBe(0);
});
