import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openNotifications } from '../../../platform/server/db/notifications.ts';
import { Refusal } from '../../../platform/server/refusal/refusal.ts';
import { openTestDatabase, type TestDatabase } from '../../../platform/server/testing/test-database.ts';
import { createLinkMemory } from './link-memory.ts';
import { createNoteExpired } from './note-expired.ts';
import { insertLink } from './testing/insert-link.ts';
import { takeAway } from './testing/outage.ts';
import { notifyInstances } from './write-queries.ts';

/** A pooler in transaction mode passes on no notifications; memory must do without. */
const deaf = () => () => undefined;
const noteIn = ({ database }: TestDatabase) => createNoteExpired(() => database, pino({ level: 'silent' }));

function rememberFrom(database: TestDatabase, most?: number) {
  const memory = createLinkMemory({
    reader: database.database,
    listen: deaf,
    noteExpired: noteIn(database),
    ...(most === undefined ? {} : { most }),
  });
  onTestFinished(() => memory.stop());
  return memory;
}

const targetOf = (followed: { state: string; link?: { target: string } } | null | undefined) =>
  followed === null || followed === undefined ? followed : (followed.link?.target ?? followed.state);

async function change({ database, pool }: TestDatabase, statement: string): Promise<number> {
  await database.transaction().execute(async (transaction) => {
    await notifyInstances(transaction);
    await pool.query(statement);
  });
  return performance.now();
}

test('a link is read once and recalled without a query afterward', async () => {
  const database = await openTestDatabase();
  await insertLink(database, { shortUrl: 'Hours', longUrl: 'https://example.com/hours' });
  const memory = rememberFrom(database);
  await memory.confirm();
  expect(memory.recall('hours')).toBeUndefined();
  expect(targetOf(await memory.find('hours', 'at-once'))).toBe('https://example.com/hours');
  expect(targetOf(memory.recall('hours'))).toBe('https://example.com/hours');
});

test('memory does not remember that a name is absent: a new link is there at once', async () => {
  const database = await openTestDatabase();
  const memory = rememberFrom(database);
  expect(await memory.find('new', 'at-once')).toBeNull();
  await insertLink(database, { shortUrl: 'new' });
  expect(targetOf(await memory.find('new', 'at-once'))).toBe('https://example.com/');
});

test.each([
  ['changed', `update short_links set long_url = 'https://example.com/new'`, 'https://example.com/new'],
  ['deleted', 'delete from short_links', null],
])(
  'a link that another instance %s is served from memory for at most a second',
  async (_what, statement, after) => {
    const database = await openTestDatabase();
    await insertLink(database, { longUrl: 'https://example.com/old' });
    const memory = rememberFrom(database);
    await memory.confirm();
    await memory.find('link', 'at-once');
    expect(targetOf(memory.recall('link'))).toBe('https://example.com/old');
    const changedAt = await change(database, statement);
    let lastOld = changedAt;
    while (performance.now() - changedAt < 1_500) {
      // The time of the query: what passes between it and reading the clock is not memory's fault.
      const askedAt = performance.now();
      const known = memory.recall('link') ?? (await memory.find('link', 'at-once'));
      if (targetOf(known) === 'https://example.com/old') lastOld = askedAt;
      else if (performance.now() - changedAt > 1_000) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(lastOld - changedAt).toBeLessThan(1_000);
    expect(targetOf(await memory.find('link', 'at-once'))).toBe(after);
  },
);

test('a notification makes memory ask at once', async () => {
  const database = await openTestDatabase();
  await insertLink(database);
  const notifications = openNotifications(database.settings);
  onTestFinished(() => notifications.close());
  const heard: string[] = [];
  const memory = createLinkMemory({
    reader: database.database,
    noteExpired: noteIn(database),
    listen: (channel, hear) =>
      notifications.listen(channel, (payload) => {
        heard.push(channel);
        hear(payload);
      }),
  });
  onTestFinished(() => memory.stop());
  await memory.confirm();
  await memory.find('link', 'at-once');
  await expect
    .poll(async () => {
      await change(database, `update short_links set long_url = 'https://example.com/new'`);
      return heard.length;
    })
    .toBeGreaterThan(0);
  await expect.poll(() => memory.recall('link')).toBeUndefined();
  expect(targetOf(await memory.find('link', 'at-once'))).toBe('https://example.com/new');
});

test('a read that raced with a change does not restore the old state', async () => {
  const database = await openTestDatabase();
  await insertLink(database, { longUrl: 'https://example.com/old' });
  const memory = rememberFrom(database);
  await memory.confirm();
  const reading = memory.find('link', 'at-once');
  memory.forget('LINK');
  await reading;
  expect(memory.recall('link')).toBeUndefined();
});

test('after a change by this instance, no one shares a read that started before it', async () => {
  const database = await openTestDatabase();
  await insertLink(database, { longUrl: 'https://example.com/old' });
  const memory = rememberFrom(database);
  const before = memory.find('link', 'at-once');
  await database.pool.query(`update short_links set long_url = 'https://example.com/new'`);
  memory.forget('link');
  const after = memory.find('link', 'at-once');
  await before;
  expect(targetOf(await after)).toBe('https://example.com/new');
});

test('the oldest links go when memory is full', async () => {
  const database = await openTestDatabase();
  for (const shortUrl of ['a', 'b', 'c']) await insertLink(database, { shortUrl });
  const memory = rememberFrom(database, 2);
  await memory.confirm();
  for (const name of ['a', 'b', 'c']) await memory.find(name, 'at-once');
  expect(['a', 'b', 'c'].map((name) => memory.recall(name) !== undefined)).toEqual([false, true, true]);
});

test("a link expires by the database's clock, not a moment later", async () => {
  const database = await openTestDatabase();
  await insertLink(database, { expires: "clock_timestamp() + interval '1.2 seconds'" });
  const memory = rememberFrom(database);
  await memory.confirm();
  const { pool } = database;
  const answers: { state: string; before: boolean; after: boolean }[] = [];
  const isExpired = async () => {
    const { rows } = await pool.query<{ expired: boolean }>(
      'select expires_at <= clock_timestamp() as expired from short_links',
    );
    return rows[0]?.expired ?? false;
  };
  while (answers.filter(({ state }) => state === 'expired').length < 20) {
    const before = await isExpired();
    const { state } = memory.recall('link') ?? (await memory.find('link', 'at-once')) ?? { state: 'unknown' };
    answers.push({ state, before, after: await isExpired() });
  }
  // Expired before we asked: never live. Not expired after we asked: never expired.
  expect(answers.filter(({ state, before }) => before && state !== 'expired')).toEqual([]);
  expect(answers.filter(({ state, after }) => !after && state !== 'live')).toEqual([]);
  expect(answers.some(({ state }) => state === 'live')).toBe(true);
});

test("what one instance has seen expired stays so for all, even when the database's clock is set back", async () => {
  const database = await openTestDatabase();
  await insertLink(database, { expires: "now() + interval '1 hour'" });
  const putClock = (by: string) =>
    database.pool.query(`update short_links set expires_at = expires_at - ${by}`);
  const [seeing, other] = [rememberFrom(database), rememberFrom(database)];
  await other.confirm();
  await other.find('link', 'at-once');
  await putClock("interval '1 day'");
  expect((await seeing.find('link', 'at-once'))?.state).toBe('expired');
  await putClock("interval '-1 day'");
  const ask = async (memory: typeof other) =>
    (memory.recall('link') ?? (await memory.find('link', 'at-once')))?.state;
  expect(await ask(seeing)).toBe('expired');
  await expect.poll(() => ask(other), { timeout: 3_000 }).toBe('expired');
});

test('an expired link is known as such without a query', async () => {
  const database = await openTestDatabase();
  await insertLink(database, { expires: "now() - interval '1 day'" });
  const memory = rememberFrom(database);
  // The first to see it records it, which makes everyone ask again.
  await memory.find('link', 'at-once');
  await memory.confirm();
  expect((await memory.find('link', 'at-once'))?.state).toBe('expired');
  expect(memory.recall('link')?.state).toBe('expired');
});

test('memory is not trusted after the machine was asleep, when only the wall clock kept running', async () => {
  const database = await openTestDatabase();
  await insertLink(database);
  const memory = rememberFrom(database);
  await memory.confirm();
  await memory.find('link', 'at-once');
  expect(targetOf(memory.recall('link'))).toBe('https://example.com/');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(memory.recall('link')).toBeUndefined();
  await memory.confirm();
  expect(targetOf(memory.recall('link'))).toBe('https://example.com/');
});

test('without the database, memory is trusted for a second, then is unsure, then recovers', async () => {
  const database = await openTestDatabase();
  await insertLink(database);
  const memory = rememberFrom(database);
  await memory.confirm();
  await memory.find('link', 'at-once');
  const giveBack = await takeAway(database);
  await expect.poll(() => memory.recall('link'), { timeout: 3_000, interval: 20 }).toBeUndefined();
  const refusal = await memory.find('link', 'at-once').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ kind: 'unavailable', details: { retryAfterSeconds: expect.any(Number) } });
  await expect(memory.find('link', 'patiently')).rejects.toMatchObject({ kind: 'unavailable' });
  await giveBack();
  await memory.find('link', 'at-once');
  await expect.poll(() => targetOf(memory.recall('link')), { timeout: 3_000 }).toBe('https://example.com/');
});

test('patient requests share a few queries, and each gets its own link', async () => {
  const database = await openTestDatabase();
  await insertLink(database, { shortUrl: 'one', longUrl: 'https://example.com/1' });
  await insertLink(database, { shortUrl: 'two', longUrl: 'https://example.com/2' });
  const memory = rememberFrom(database);
  const { pool } = database;
  const scans = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select pg_stat_force_next_flush() as ignored, idx_scan as count from pg_stat_user_indexes
       where indexrelname = 'short_links_name'`,
    );
    return rows[0]?.count ?? 0;
  };
  const names = ['one', ...Array.from({ length: 400 }, (_, index) => `guess-${index}`), 'two'];
  const found = await Promise.all(names.map((name) => memory.find(name, 'patiently')));
  expect(targetOf(found.at(0))).toBe('https://example.com/1');
  expect(targetOf(found.at(-1))).toBe('https://example.com/2');
  expect(found.filter((one) => one !== null)).toHaveLength(2);
  expect(await scans()).toBeLessThan(5);
});
