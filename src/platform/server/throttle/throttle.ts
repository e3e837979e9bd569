import { sql } from 'kysely';
import type { Unaudited } from '../change/unaudited.ts';

export interface ThrottleRule {
  /** How many are allowed within the window. */
  limit: number;
  /** Seconds from the first one; at most a day. */
  windowSeconds: number;
}

export interface Allowance {
  allowed: boolean;
  /** 0 while it is allowed. */
  retryAfterSeconds: number;
}

/** One that was counted. */
export interface Taken extends Allowance {
  /** Uncounts it, because it was not a failure after all; not once its window is over, for the next one did not count it. */
  giveBack(): Promise<void>;
}

/**
 * Counts in PostgreSQL, so that several instances and restarts do not matter. A key names what is counted and
 * for whom (`sign-in:203.0.113.7`); the name of a person goes in only as a keyed hash.
 */
export interface Throttle {
  /** Counts one and returns whether it was within the limit. Exact even when many come at once. */
  take(key: string, rule: ThrottleRule): Promise<Taken>;
  /** Returns whether another one would be within the limit, without counting: for limits on failures only. */
  look(key: string, rule: ThrottleRule): Promise<Allowance>;
  /** Counts a failure after `look`; the same as `take`, without a result. */
  countFailure(key: string, rule: ThrottleRule): Promise<void>;
}

const allowance: Allowance = { allowed: true, retryAfterSeconds: 0 };

export function createThrottle({ unaudited }: { unaudited: Unaudited }): Throttle {
  const take = async (key: string, rule: ThrottleRule): Promise<Taken> => {
    const database = unaudited('throttle counters');
    const over = windowIsOver(rule);
    // Beyond the limit nothing is written anymore: a flood of refused requests must not queue for one row. The last
    // condition is for those that arrive together; on its own, it would lock the row to read it.
    const { rows } = await sql<{ started: string }>`
      insert into throttle_counters as c (key, window_start, count)
      select ${key}, now(), 1 where not exists (
        select from throttle_counters c where c.key = ${key} and not ${over} and c.count >= ${rule.limit})
      on conflict (key) do update set
        count = case when ${over} then 1 else c.count + 1 end,
        window_start = case when ${over} then now() else c.window_start end
      where ${over} or c.count < ${rule.limit}
      returning c.window_start::text as started`.execute(database);
    const [counted] = rows;
    const giveBack = async () => {
      if (counted === undefined) return;
      await sql`update throttle_counters set count = greatest(count - 1, 0)
        where key = ${key} and window_start = ${counted.started}::timestamptz`.execute(database);
    };
    const isWithin = counted !== undefined && rule.limit > 0;
    return { ...(isWithin ? allowance : await look(key, rule)), giveBack };
  };
  const look = async (key: string, rule: ThrottleRule): Promise<Allowance> => {
    const { rows } = await sql<{ count: number; left: number }>`
      select c.count, ceil(${rule.windowSeconds} - extract(epoch from now() - c.window_start))::int as left
      from throttle_counters c where c.key = ${key} and not ${windowIsOver(rule)}`.execute(
      unaudited('throttle counters'),
    );
    const [counter] = rows;
    if (rule.limit > 0 && (counter === undefined || counter.count < rule.limit)) return allowance;
    return { allowed: false, retryAfterSeconds: Math.max(1, counter?.left ?? rule.windowSeconds) };
  };
  return {
    take,
    look,
    countFailure: async (key, rule) => void (await take(key, rule)),
  };
}

/**
 * One that starts in the future was started while the clock was ahead; a few seconds are those of a slow transaction. What is
 * good for one use stays used.
 */
function windowIsOver({ limit, windowSeconds }: ThrottleRule) {
  const isAhead = limit > 1 ? sql`c.window_start > now() + interval '1 minute'` : sql`false`;
  return sql<boolean>`(c.window_start <= now() - make_interval(secs => ${windowSeconds})
    or ${isAhead})`;
}
