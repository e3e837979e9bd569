import { sql } from 'kysely';
import { z } from 'zod';
import type { Unaudited } from '../change/unaudited.ts';
import { defineJob, type Job } from './job.ts';

interface CleanUpServices {
  unaudited: Unaudited;
  sessions: { expire(): Promise<unknown> };
  mail: { cleanUp(): Promise<void> };
  signIn: { cleanUp(): Promise<void> };
}

/**
 * Removes what has expired: sessions, throttle counters, used captchas and SAML responses, idempotency keys, requests
 * that no longer need a decision, emails in files.
 */
export function createCleanUp({ unaudited, sessions, signIn, mail }: CleanUpServices): Job {
  return defineJob({
    name: 'platform.clean-up',
    title: 'Clean up expired rows',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '17 * * * *',
    async run() {
      await sessions.expire();
      const database = unaudited('expired rows');
      await database
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
        .execute();
      // Windows are minutes to hours long; a day is longer than any of them.
      await database
        .deleteFrom('throttle_counters')
        .where('window_start', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
      await sql`delete from captchas_used where expires_at < now() - interval '1 hour'`.execute(database);
      // A sign-in may take a quarter of an hour.
      await sql`delete from saml_responses where created_at < now() - interval '1 day'`.execute(database);
      await signIn.cleanUp();
      await mail.cleanUp();
    },
  });
}
