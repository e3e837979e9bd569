import { Gauge, type Registry } from 'prom-client';
import type { JobsService } from '../jobs/job.ts';

interface Measured {
  /** Connections to the database that this instance keeps. */
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  jobs: Pick<JobsService, 'counts'>;
}

/** What an alarm is set on and no answer tells: the queue, which all instances share, and the pool of this one. */
export function addGauges(metrics: Registry, { pool, jobs }: Measured): void {
  new Gauge({
    name: 'quad_database_connections',
    help: 'Connections of this instance to the database: busy, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'quad_jobs',
    help: 'Background jobs by state, of all instances together. Ended ones are kept for 30 days.',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      // While the database is away there is no figure; an old one would say that all is well.
      this.reset();
      const counts = await jobs.counts().catch(() => null);
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}
