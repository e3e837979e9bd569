import type pg from 'pg';

/** How often it is checked for, in milliseconds: a server that boots with a wrong clock soon gets the right time. */
const lookEvery = 5 * 60_000;

/** Two instances' clocks, or a transaction that takes a while, can make times a few seconds ahead. */
const ahead = `now() + interval '1 minute'`;

/**
 * The passes of pg-boss, of which there are several a minute: one that is ahead says that the clock was. Looking for one
 * reads a few rows, the jobs are hundreds of thousands.
 */
const wasAhead = `select from jobs.version where cron_on > ${ahead}
  union all select from jobs.queue where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead}`;

const atMostNow = (column: string) => `${column} = case when ${column} > now() then now() else ${column} end`;

const statements = [
  // Jobs of that time. One that waits would begin much later; one whose server was killed would be taken for running; a
  // success would hide the failures of the hours after it; and a schedule would be taken to have been sent in that minute.
  `update jobs.job set ${['created_on', 'started_on', 'heartbeat_on', 'completed_on'].map(atMostNow)},
     singleton_on = case when singleton_on at time zone 'UTC' <= ${ahead} then singleton_on end,
     start_after = case when state < 'active' and greatest(created_on, started_on) > ${ahead}
       then least(start_after, now()) else start_after end
   where greatest(created_on, started_on, heartbeat_on, completed_on, singleton_on at time zone 'UTC') > ${ahead}`,
  // The last passes. The next one is an interval later, so no schedule would run until then. Last: this is what says so.
  `update jobs.version set cron_on = null where cron_on > ${ahead}`,
  `update jobs.queue
   set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now())
   where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead}`,
];

/**
 * When a clock that ran ahead is corrected, the times recorded until then are in the future. Without this, schedules and
 * jobs would wait hours or days for them.
 * @returns Stops looking
 */
export async function watchClock(pool: pg.Pool): Promise<() => void> {
  const takeBack = async () => {
    if ((await pool.query(wasAhead)).rowCount === 0) return;
    for (const statement of statements) await pool.query(statement);
  };
  await takeBack();
  // In an outage, the next check comes soon enough.
  const timer = setInterval(() => void takeBack().catch(() => undefined), lookEvery).unref();
  return () => clearInterval(timer);
}
