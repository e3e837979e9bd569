import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { lastBackup } from '../backup/record-backup.ts';
import type { Reader } from '../db/database.ts';
import type { Queue } from '../jobs/queue.ts';

interface Measured {
  /** Quad's version. */
  version: string;
  reader: Reader;
  /** Connections to the database in this instance's pool. */
  pools: readonly Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>[];
  jobs: Pick<Queue, 'counts' | 'lastRuns'>;
}

/** What alerts need and no response shows. What is read from the database is the same for all instances. */
export function addGauges(metrics: Registry, { version, reader, pools, jobs }: Measured): void {
  // First, so that the queries of the others are not counted in it.
  new Gauge({
    name: 'quad_database_connections',
    help: "This instance's database connections: busy, idle, and requests waiting for one.",
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const { totalCount, idleCount, waitingCount } of pools) {
        this.inc({ state: 'busy' }, totalCount - idleCount);
        this.inc({ state: 'idle' }, idleCount);
        this.inc({ state: 'waiting' }, waitingCount);
      }
    },
  });
  new Gauge({
    name: 'quad_build_info',
    help: 'Always 1; the version of Quad is in the label.',
    labelNames: ['version'],
    registers: [metrics],
  }).set({ version }, 1);
  new Gauge({
    name: 'quad_last_backup_timestamp_seconds',
    help: 'When the last backup finished, across all instances; 0 if there is none.',
    registers: [metrics],
    async collect() {
      // While the database is down, there is no value: neither an old one nor "never" would be true.
      this.remove();
      const at = await lastBackup(reader).catch(() => undefined);
      if (at !== undefined) this.set(at === null ? 0 : at.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'quad_schedule_last_success_timestamp_seconds',
    help: 'When each scheduled job last finished, on any instance.',
    // Not "job": Prometheus uses a label of that name for its targets.
    labelNames: ['schedule'],
    registers: [metrics],
    async collect() {
      this.reset();
      const runs = await jobs.lastRuns().catch(() => null);
      for (const [schedule, at] of runs ?? []) this.set({ schedule }, at.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'quad_jobs',
    help: 'Background jobs by state, across all instances. Finished ones are kept for up to 30 days.',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      // While the database is down, there is no value; an old one would say that all is well.
      this.reset();
      const counts = await jobs.counts().catch(() => null);
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}
