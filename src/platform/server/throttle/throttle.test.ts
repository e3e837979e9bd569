import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeMeanwhile } from '../testing/other-transaction.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const rule = { limit: 3, windowSeconds: 60 };
let database: TestDatabase;
let throttle: Throttle;

beforeEach(async () => {
  database = await openTestDatabase();
  throttle = createThrottle({ unaudited: () => database.database });
});

/** As if the counter had been started this many seconds ago. */
const age = (seconds: number) =>
  sql`update throttle_counters set window_start = window_start - make_interval(secs => ${seconds})`.execute(
    database.database,
  );

describe('take', () => {
  it('allows up to the limit, then says when to come back', async () => {
    for (let taken = 0; taken < 3; taken += 1) {
      expect(await throttle.take('a', rule)).toMatchObject({ allowed: true, retryAfterSeconds: 0 });
    }
    await age(20);
    const refused = await throttle.take('a', rule);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThan(30);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(40);
  });

  it('counts each key separately', async () => {
    for (let taken = 0; taken < 4; taken += 1) await throttle.take('a', rule);
    expect((await throttle.look('b', rule)).allowed).toBe(true);
    const ofB = await Promise.all([1, 2, 3].map(() => throttle.take('b', rule)));
    expect(ofB.map(({ allowed }) => allowed)).toEqual([true, true, true]);
    expect((await throttle.take('b', rule)).allowed).toBe(false);
    await ofB[0]?.giveBack();
    const allowed = await Promise.all(['a', 'b'].map((key) => throttle.look(key, rule)));
    expect(allowed.map((one) => one.allowed)).toEqual([false, true]);
  });

  it('starts over when the window ends, with the full limit', async () => {
    for (let taken = 0; taken < 4; taken += 1) await throttle.take('a', rule);
    await age(60);
    for (let taken = 0; taken < 3; taken += 1) expect((await throttle.take('a', rule)).allowed).toBe(true);
    expect((await throttle.take('a', rule)).allowed).toBe(false);
  });

  it('takes nothing from the next window when something is given back after its own', async () => {
    const late = await throttle.take('a', rule);
    await age(60);
    for (let taken = 0; taken < 3; taken += 1) expect((await throttle.take('a', rule)).allowed).toBe(true);
    await late.giveBack();
    expect((await throttle.take('a', rule)).allowed).toBe(false);
  });

  it('gives nothing back for one that was refused', async () => {
    for (let taken = 0; taken < 3; taken += 1) await throttle.take('a', rule);
    await (await throttle.take('a', rule)).giveBack();
    expect((await throttle.take('a', rule)).allowed).toBe(false);
  });

  it('starts over when the clock was ahead and has been set back', async () => {
    for (let taken = 0; taken < 4; taken += 1) await throttle.take('a', rule);
    await age(-24 * 60 * 60);
    expect((await throttle.look('a', rule)).allowed).toBe(true);
    for (let taken = 0; taken < 3; taken += 1) expect((await throttle.take('a', rule)).allowed).toBe(true);
    expect((await throttle.take('a', rule)).retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('does not give back what is good for one use when the clock is set back', async () => {
    const once = { limit: 1, windowSeconds: 60 };
    expect((await throttle.take('a', once)).allowed).toBe(true);
    await age(-24 * 60 * 60);
    expect((await throttle.look('a', once)).allowed).toBe(false);
    expect((await throttle.take('a', once)).allowed).toBe(false);
  });

  it('is not extended by refused tries', async () => {
    for (let taken = 0; taken < 3; taken += 1) await throttle.take('a', rule);
    await age(50);
    for (let tried = 0; tried < 5; tried += 1) expect((await throttle.take('a', rule)).allowed).toBe(false);
    await age(10);
    expect((await throttle.take('a', rule)).allowed).toBe(true);
  });

  it('allows exactly the limit when fifty come at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => throttle.take('a', rule)));
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(all.every(({ allowed, retryAfterSeconds }) => allowed || retryAfterSeconds > 0)).toBe(true);
  });

  it('refuses one that was still allowed when it began, and comes after another one used up the limit', async () => {
    for (let taken = 0; taken < 2; taken += 1) await throttle.take('a', rule);
    const last = `update throttle_counters set count = 3 where key = 'a'`;
    expect((await changeMeanwhile(database, last, () => throttle.take('a', rule))).allowed).toBe(false);
  });

  it('waits for no one once the limit is reached', async () => {
    for (let taken = 0; taken < 3; taken += 1) await throttle.take('a', rule);
    await database.database.transaction().execute(async (transaction) => {
      await sql`select from throttle_counters where key = 'a' for update`.execute(transaction);
      expect((await throttle.take('a', rule)).allowed).toBe(false);
    });
  });

  it('is shared by two instances', async () => {
    const other = createThrottle({ unaudited: () => database.database });
    for (const one of [throttle, other, throttle]) await one.take('a', rule);
    expect((await other.take('a', rule)).allowed).toBe(false);
  });

  it('allows nothing under a limit of zero', async () => {
    const none = { limit: 0, windowSeconds: 60 };
    expect((await throttle.take('a', none)).allowed).toBe(false);
    expect((await throttle.take('a', none)).retryAfterSeconds).toBeGreaterThan(0);
  });
});

describe('look', () => {
  it('counts nothing itself', async () => {
    for (let looked = 0; looked < 10; looked += 1) {
      expect((await throttle.look('a', rule)).allowed).toBe(true);
    }
  });

  it('refuses once as many failures were counted as are allowed', async () => {
    await throttle.countFailure('a', rule);
    await throttle.countFailure('a', rule);
    expect((await throttle.look('a', rule)).allowed).toBe(true);
    await throttle.countFailure('a', rule);
    expect((await throttle.look('a', rule)).allowed).toBe(false);
    await age(60);
    expect((await throttle.look('a', rule)).allowed).toBe(true);
  });
});
