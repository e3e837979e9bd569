import type pg from 'pg';

/** How often it is checked for, in milliseconds: a server that boots with a wrong clock soon gets the right time. */
const lookEvery = 5 * 60_000;

/** Two instances' clocks, or a transaction that takes a while, can make times a few seconds ahead. */
const ahead = `now() + interval '1 minute'`;

const statements = [
  // The last passes of pg-boss. The next one is an interval later, so no schedule would run until then.
  `update jobs.version set cron_on = null where cron_on > ${ahead}`,
  `update jobs.queue
   set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now())
   where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead}`,
  // Jobs that were enqueued or failed at that time.
  `update jobs.job set start_after = now()
   where state < 'active' and start_after > ${ahead} and greatest(created_on, started_on) > ${ahead}`,
];

/**
 * When a clock that ran ahead is corrected, the times recorded until then are in the future. Without this, schedules and
 * jobs would wait hours or days for them.
 * @returns Stops looking
 */
export async function watchClock(pool: pg.Pool): Promise<() => void> {
  const takeBack = async () => {
    for (const statement of statements) await pool.query(statement);
  };
  await takeBack();
  // In an outage, the next check comes soon enough.
  const timer = setInterval(() => void takeBack().catch(() => undefined), lookEvery).unref();
  return () => clearInterval(timer);
}
