import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import type { ChangeService } from '../../../../platform/server/change/change.ts';
import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import { type Reader, readRows } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import { JobFailure, KnownFailure } from '../../../../platform/server/jobs/job-failure.ts';
import type { HelpDesk } from '../help-desk.ts';
import type { Mailbox, Position } from './mailbox.ts';
import { readEmail } from './read-email.ts';
import { type Outcome, takeEmail } from './take-email.ts';

interface IncomingServices extends Pick<HelpDesk, 'messagesPerHour'> {
  reader: Reader;
  change: ChangeService;
  unaudited: Unaudited;
  mailbox: Mailbox;
  /** Addresses that only the portal writes from. */
  own: readonly string[];
  counter: Counter<'outcome'>;
}

/** One for each process, even if no mailbox is read. */
export function incomingCounter(metrics: Registry): Counter<'outcome'> {
  const name = 'quad_help_desk_incoming_emails_total';
  const known = metrics.getSingleMetric(name) as Counter<'outcome'> | undefined;
  const help = 'Emails read from the help desk mailbox, by outcome.';
  return known ?? new Counter({ name, help, labelNames: ['outcome'], registers: [metrics] });
}

/** A mailbox that stays down fails once more after this long, in milliseconds: what has failed is kept for a day. */
const sayAgainAfter = 12 * 60 * 60 * 1_000;

const leftThere =
  'The mailbox failed several times on one email, so it stays in the inbox, unread. Read it there: it may be a reply.';

/** Reads replies to our emails from a mailbox. */
export function createIncomingMail(services: IncomingServices): Job {
  const { mailbox, own, counter } = services;
  // A mailbox that is down is one failed job in the Queue Manager, not one for each minute.
  let saidAt: number | null = null;
  return defineJob({
    name: 'help-desk.incoming-mail',
    title: 'Read replies to help desk emails',
    data: z.object({}),
    retries: 0,
    limitSeconds: 10 * 60,
    schedule: '* * * * *',
    keptDays: 1,
    async run(_data, { signal }) {
      const outcomes: Outcome[] = [];
      let hasLeftOne: boolean;
      try {
        const from = (await readPosition(services)) ?? (await begin(services, signal));
        hasLeftOne = await mailbox.poll(
          from,
          async (raw, at) => {
            const email = raw && (await readEmail(raw, own));
            const outcome = email ? await takeEmail(services, email) : 'not matched';
            if (email) await noteKey(services, email.key, outcome);
            return {
              stays: outcome === 'matched' || outcome === 'seen',
              async done() {
                await notePlace(services, at);
                counter.inc({ outcome });
                outcomes.push(outcome);
              },
            };
          },
          signal,
        );
        saidAt = null;
      } catch (error) {
        if (!(error instanceof JobFailure)) throw error;
        const now = performance.now();
        if (saidAt !== null && now - saidAt < sayAgainAfter) throw new KnownFailure(error.message);
        saidAt = now;
        throw error;
      }
      // Each time, since no later run mentions that email.
      if (hasLeftOne) throw new JobFailure(leftThere);
      if (outcomes.length === 0) return 'There was no new email.';
      const matched = outcomes.filter((outcome) => outcome === 'matched').length;
      return `Added ${matched} of ${outcomes.length} emails to their tickets.`;
    },
  });
}

async function readPosition({ reader, mailbox }: IncomingServices) {
  const rows = await readRows(
    reader,
    sql<Position & { since: Date }>`
      select since, uid_validity::float8 as "uidValidity", last_uid::float8 as "lastUid"
      from help_mailbox where name = ${mailbox.name}`,
  );
  return rows[0];
}

/** The first time: what is already in the mailbox was written to people. */
async function begin({ mailbox, unaudited }: IncomingServices, signal: AbortSignal) {
  const { uidValidity, lastUid } = await mailbox.end(signal);
  await sql`
    insert into help_mailbox (name, since, uid_validity, last_uid)
    values (${mailbox.name}, now(), ${uidValidity}, ${lastUid}) on conflict do nothing`.execute(
    unaudited('incoming mail'),
  );
  return { uidValidity, lastUid, since: new Date() };
}

/** Before the place is saved: whatever happens in between, no email counts twice. */
async function noteKey({ unaudited }: IncomingServices, key: string, outcome: Outcome): Promise<void> {
  await sql`insert into help_incoming (message_key, outcome) values (${key}, ${outcome}) on conflict do nothing`.execute(
    unaudited('incoming mail'),
  );
}

async function notePlace(
  { unaudited, mailbox }: IncomingServices,
  { uidValidity, lastUid }: Position,
): Promise<void> {
  await sql`
    update help_mailbox set uid_validity = ${uidValidity}, last_uid = ${lastUid}
    where name = ${mailbox.name}`.execute(unaudited('incoming mail'));
}
