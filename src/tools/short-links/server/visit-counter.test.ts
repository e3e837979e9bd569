import pino from 'pino';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/server/db/database.ts';
import { openWayTo } from '../../../platform/server/jobs/testing/interruptible.ts';
import { openTestDatabase, type TestDatabase } from '../../../platform/server/testing/test-database.ts';
import { createNoteExpired } from './note-expired.ts';
import { insertLink, readVisits } from './testing/insert-link.ts';
import { takeAway } from './testing/outage.ts';
import { createVisitCounter } from './visit-counter.ts';
import { writeVisits } from './visit-queries.ts';

const silent = pino({ level: 'silent' });
const at = (instant: string) => Date.parse(instant);
const counted = (id: string) => ({ id, unwritten: 0, lastAt: 0 });

function countInto(database: TestDatabase) {
  const counter = createVisitCounter(() => database.database, 'America/Boise', silent);
  onTestFinished(() => counter.stop());
  return counter;
}

test('visits are added to the link alone, to its day, and move its last visit', async () => {
  const database = await openTestDatabase();
  const [id, other] = [await insertLink(database), await insertLink(database, { shortUrl: 'other' })];
  const counter = countInto(database);
  const link = counted(id);
  counter.count(link, at('2026-11-21T18:00:00Z'));
  counter.count(link, at('2026-11-21T18:00:01Z'));
  await counter.flush();
  counter.count(link, at('2026-11-21T19:00:00Z'));
  await counter.flush();
  expect(await readVisits(database, id)).toEqual({
    visits: 3,
    last_visit_at: new Date('2026-11-21T19:00:00Z'),
    days: { '2026-11-21': 3 },
  });
  expect(await readVisits(database, other)).toEqual({ visits: 0, last_visit_at: null, days: {} });
});

test("a day ends at the college's midnight, to the millisecond", async () => {
  const database = await openTestDatabase();
  const id = await insertLink(database);
  const counter = countInto(database);
  const link = counted(id);
  // Midnight in Boise is 07:00 UTC in winter.
  counter.count(link, at('2026-11-22T06:59:59.999Z'));
  counter.count(link, at('2026-11-22T07:00:00.000Z'));
  counter.count(link, at('2026-11-22T07:00:00.001Z'));
  await counter.flush();
  expect(await readVisits(database, id)).toMatchObject({
    visits: 3,
    days: { '2026-11-21': 1, '2026-11-22': 2 },
  });
});

test('a batch that is sent twice, because its commit was not confirmed, counts once', async () => {
  const database = await openTestDatabase();
  const id = await insertLink(database);
  const counterId = uuid();
  const visits = [{ linkId: id, day: '2026-11-21', visits: 5, lastAt: at('2026-11-21T18:00:00Z') }];
  await writeVisits(database.database, counterId, 1, visits);
  await writeVisits(database.database, counterId, 1, visits);
  expect(await readVisits(database, id)).toMatchObject({ visits: 5, days: { '2026-11-21': 5 } });
  await writeVisits(database.database, counterId, 2, visits);
  expect(await readVisits(database, id)).toMatchObject({ visits: 10, days: { '2026-11-21': 10 } });
});

test('a batch whose commit was not confirmed is sent again unchanged, and newer visits after it', async () => {
  const database = await openTestDatabase();
  const id = await insertLink(database);
  const way = await openWayTo(database);
  const muted = openDatabase(way.settings, { size: 1 });
  const counter = createVisitCounter(() => muted.database, 'America/Boise', silent);
  onTestFinished(async () => {
    await counter.stop();
    await muted.close();
  });
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from short_links where id = $1 for update', [id]);
  counter.count(counted(id), at('2026-11-21T18:00:00Z'));
  const writing = counter.flush();
  await expect.poll(() => database.someoneWaits()).toBe(true);
  way.freeze();
  await holder.query('commit');
  await expect.poll(async () => (await readVisits(database, id))?.visits).toBe(1);
  way.close();
  await writing;
  counter.count(counted(id), at('2026-11-21T18:00:01Z'));
  way.thaw();
  await way.open();
  await expect.poll(async () => (await readVisits(database, id))?.visits).toBe(2);
  await counter.flush();
  expect(await readVisits(database, id)).toMatchObject({ visits: 2, days: { '2026-11-21': 2 } });
});

test('a link that was deleted in the meantime is left out, and the others are counted', async () => {
  const database = await openTestDatabase();
  const stays = await insertLink(database, { shortUrl: 'stays' });
  const goes = await insertLink(database, { shortUrl: 'goes' });
  const counter = countInto(database);
  counter.count(counted(goes), at('2026-11-21T18:00:00Z'));
  counter.count(counted(stays), at('2026-11-21T18:00:00Z'));
  await database.pool.query('delete from short_links where id = $1', [goes]);
  await counter.flush();
  expect(await readVisits(database, stays)).toMatchObject({ visits: 1 });
  expect((await database.pool.query('select * from short_link_visits')).rows).toHaveLength(1);
});

test('instances that write the same links at once, in any order, neither block each other nor lose a visit', async () => {
  const database = await openTestDatabase();
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1)
    ids.push(await insertLink(database, { shortUrl: `link-${index}` }));
  const counters = Array.from({ length: 4 }, () => countInto(database));
  for (let round = 0; round < 15; round += 1) {
    for (const [index, counter] of counters.entries()) {
      const order = index % 2 === 0 ? ids : ids.toReversed();
      for (const id of order) counter.count(counted(id), at('2026-11-21T18:00:00Z'));
    }
    await Promise.all(counters.map((counter) => counter.flush()));
  }
  const { rows } = await database.pool.query<{ visits: number }>('select distinct visits from short_links');
  expect(rows).toEqual([{ visits: 60 }]);
});

test('visits are counted while the same links are recorded as expired', async () => {
  const database = await openTestDatabase();
  const { pool } = database;
  const expires = `now() - interval '1 second'`;
  const first = await insertLink(database, { shortUrl: 'first', expires });
  const second = await insertLink(database, { shortUrl: 'second', expires });
  // A changed row is stored after the others, and few rows are read in the order in which they are stored.
  await pool.query('update short_links set version = version + 1 where id = $1', [first]);
  await pool.query('analyze short_links');
  const blocked =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from short_links where id = $1 for update', [first]);
  const visit = (linkId: string) => ({ linkId, day: '2026-11-21', visits: 1, lastAt: Date.now() });
  const writing = writeVisits(database.database, uuid(), 1, [visit(first), visit(second)]);
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(1);
  const noting = createNoteExpired(() => database.database, silent)([first, second]);
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(2);
  await holder.query('commit');
  await Promise.all([writing, noting]);
  const { rows } = await pool.query('select visits, expired_at is not null as noted from short_links');
  expect(rows).toEqual(Array(2).fill({ visits: 1, noted: true }));
});

test('visits survive an outage of the database and are written once when it is back', async () => {
  const database = await openTestDatabase();
  const id = await insertLink(database);
  const counter = countInto(database);
  const giveBack = await takeAway(database);
  counter.count(counted(id), at('2026-11-21T18:00:00Z'));
  await counter.flush();
  counter.count(counted(id), at('2026-11-21T18:00:01Z'));
  await counter.flush();
  await giveBack();
  await expect.poll(async () => (await readVisits(database, id))?.visits, { timeout: 5_000 }).toBe(2);
  await counter.flush();
  expect(await readVisits(database, id)).toMatchObject({ visits: 2, days: { '2026-11-21': 2 } });
});

test('a connection that is cut while a batch is being written neither loses nor doubles it', async () => {
  const database = await openTestDatabase();
  const id = await insertLink(database);
  const counter = countInto(database);
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from short_links where id = $1 for update', [id]);
  counter.count(counted(id), at('2026-11-21T18:00:00Z'));
  const writing = counter.flush();
  const blocked =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await database.pool.query(blocked)).rowCount).toBe(1);
  await database.cutConnections();
  await writing;
  await expect.poll(async () => (await readVisits(database, id))?.visits, { timeout: 5_000 }).toBe(1);
  await counter.flush();
  expect(await readVisits(database, id)).toMatchObject({ visits: 1, days: { '2026-11-21': 1 } });
});

test('a stop writes what was counted and leaves no marker behind, but those of others that still count', async () => {
  const database = await openTestDatabase();
  const id = await insertLink(database);
  const elsewhere = uuid();
  const batch = [{ linkId: await insertLink(database, { shortUrl: 'other' }), day: '2026-11-21' }].map(
    (one) => ({ ...one, visits: 5, lastAt: at('2026-11-21T18:00:00Z') }),
  );
  await writeVisits(database.database, elsewhere, 1, batch);
  const counter = createVisitCounter(() => database.database, 'America/Boise', silent);
  counter.count(counted(id), at('2026-11-21T18:00:00Z'));
  const writing = counter.flush();
  counter.count(counted(id), at('2026-11-21T18:00:00Z'));
  await counter.stop();
  await writing;
  expect(await readVisits(database, id)).toMatchObject({ visits: 2 });
  const { rows } = await database.pool.query('select counter_id from short_link_flushes');
  expect(rows).toEqual([{ counter_id: elsewhere }]);
});
