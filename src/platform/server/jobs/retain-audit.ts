import { sql } from 'kysely';
import { z } from 'zod';
import type { Unaudited } from '../change/unaudited.ts';
import { defineJob, type Job } from './job.ts';

/** How long audit entries are kept, and how long their sensitive part is, in years. */
export interface AuditRetention {
  keepYears: number;
  keepSensitiveYears: number;
}

/** Small enough that one statement stays far below the statement timeout. */
const entriesPerPiece = 10_000;

/** Deletes audit entries that are older than the college keeps them, and earlier their sensitive part. */
export function createAuditRetention(
  unaudited: Unaudited,
  retention: AuditRetention,
  piece = entriesPerPiece,
): Job {
  const { keepYears, keepSensitiveYears } = retention;
  return defineJob({
    name: 'platform.retain-audit',
    title: 'Remove old audit entries',
    data: z.object({}),
    retries: 3,
    limitSeconds: 60 * 60,
    schedule: '41 4 * * *',
    async run(_data, { signal }) {
      let total = 0;
      for (let touched = piece; touched >= piece; total += touched) {
        signal.throwIfAborted();
        const { rows } = await sql<{ touched: number }>`
          select retain_audit(make_interval(years => ${keepYears}), make_interval(years => ${keepSensitiveYears}), ${piece})
            as touched`.execute(unaudited('expired rows'));
        touched = rows[0]?.touched ?? 0;
      }
      return `${total.toLocaleString('en-US')} audit entries were removed or lost their sensitive data.`;
    },
  });
}
