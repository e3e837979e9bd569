import { isDeepStrictEqual } from 'node:util';
import type { PgBoss } from 'pg-boss';
import { v7 as uuid } from 'uuid';
import type { Job } from './job.ts';
import { onePerKey, type QueuePace, queueOptions } from './queue-options.ts';

/**
 * Creates each job's queue, or gives an existing one the job's current options. A start finds most as they should
 * be, and asks for all of them at once.
 */
export async function declareQueues(boss: PgBoss, jobs: readonly Job[], pace: QueuePace): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) {
    const options = queueOptions(job, pace);
    const queue = existing.get(job.name);
    if (queue !== undefined && includes(queue, options)) continue;
    if (queue === undefined) await boss.createQueue(job.name, { policy: onePerKey, ...options });
    else await boss.updateQueue(job.name, options);
    // pg-boss remembers a queue from its first use on. Otherwise each of the first writes that enqueue such a job would
    // wait for a second connection, and so many writes at once that hold all of them for each other.
    await boss.getJobById(job.name, uuid());
  }
}

/**
 * One row per schedule; rows whose job is gone are removed. Of several instances with other settings than before, the first
 * one sends the job, since they do this one after another (`makeAlone`).
 */
export async function setSchedules(boss: PgBoss, jobs: readonly Job[], timeZone: string): Promise<void> {
  const existing = new Map((await boss.getSchedules()).map((row) => [row.name, row]));
  // `once`: runs that were missed while no instance was up are made up for, but only once.
  const options = { tz: timeZone, missed: 'once' } as const;
  for (const { name, schedule, settingsHash } of jobs) {
    if (schedule === undefined) continue;
    const row = existing.get(name);
    existing.delete(name);
    const data = settingsHash === undefined ? {} : { settingsHash };
    const isKnown = row !== undefined && includes({ ...row.data }, data);
    if (isKnown && includes(row, { cron: schedule, timezone: timeZone, options })) continue;
    if (!isKnown && settingsHash !== undefined)
      await boss.send(name, {}, { id: uuid(), singletonKey: 'settings' });
    await boss.schedule(name, schedule, data, options);
  }
  for (const name of existing.keys()) await boss.unschedule(name);
}

function includes(row: object, wanted: object): boolean {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(values.get(name), value));
}
