import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Quad } from '../../harness/quad.ts';
import type { Ledger } from './ledger.ts';

/** Other emails, such as those to the owner of a follow-up, have other names. */
const prefix = 'ra-log-follow-up-';

/** A killed worker's job comes back within two minutes; with some slack, in milliseconds. */
const patience = 200_000;

/** Waits until every job has ended and compares the emails in the folder with logs that need follow-up. */
export async function compareNotices(
  quad: Quad,
  ledger: Ledger,
): Promise<{ emails: number; faults: string[] }> {
  await untilJobsEnded(quad);
  const expected = [...ledger.logs.values()].filter(({ followUp }) => followUp).map(({ id }) => id);
  // A waiting email includes what is submitted in the meantime, and has the name of its first log.
  const jobs = await quad.query<{ id: string; first: string; jobs: number; done: number }>(
    `select log.id, min(data->'logIds'->>0) as first, count(*)::int as jobs,
       (count(*) filter (where state = 'completed'))::int as done
     from jobs.job, jsonb_array_elements_text(data->'logIds') as log (id)
     where name = 'ra-logs.follow-up-notice' group by log.id`,
  );
  const perLog = new Map(jobs.map((row) => [row.id, row]));
  const emails = (await emailsIn(quad)).map((name) => name.slice(prefix.length).slice(0, 36));
  const faults = expected.flatMap((id) => {
    const { jobs: enqueued = 0, done = 0, first = id } = perLog.get(id) ?? {};
    const written = emails.filter((email) => email === first).length;
    if (enqueued === 1 && done === 1 && written === 1) return [];
    return [`RA log ${id} needs follow-up and has ${enqueued} jobs, ${done} done, ${written} emails.`];
  });
  const known = new Set(expected);
  for (const id of new Set([...perLog.keys(), ...emails])) {
    if (!known.has(id)) faults.push(`There is a job or an email for ${id}, which needs no follow-up.`);
  }
  return { emails: emails.length, faults };
}

async function untilJobsEnded(quad: Quad): Promise<void> {
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const [waiting] = await quad.query<{ jobs: number }>(
      `select count(*)::int as jobs from jobs.job
       where name = 'ra-logs.follow-up-notice' and state in ('created', 'retry', 'active')`,
    );
    if (waiting?.jobs === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`${waiting?.jobs} jobs have not ended.`);
    await pause(500);
  }
}

async function emailsIn({ dataFolder }: Quad): Promise<string[]> {
  const names = await readdir(path.join(dataFolder, 'mail')).catch(() => []);
  return names.filter((name) => name.startsWith(prefix) && name.endsWith('.eml'));
}
