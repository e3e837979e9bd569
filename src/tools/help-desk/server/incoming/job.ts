import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import type { ChangeService } from '../../../../platform/server/change/change.ts';
import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import { type Reader, readRows } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import type { Mail } from '../../../../platform/server/mail/mail.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import type { Throttle } from '../../../../platform/server/throttle/throttle.ts';
import { helpDesk } from '../../tool.ts';
import type { HelpDesk } from '../help-desk.ts';
import type { Mailbox, Position } from './mailbox.ts';
import { readEmail } from './read-email.ts';
import { type Outcome, type Taken, takeEmail } from './take-email.ts';

interface IncomingServices extends Pick<HelpDesk, 'messagesPerHour'> {
  reader: Reader;
  change: ChangeService;
  unaudited: Unaudited;
  mail: Mail;
  secrets: Secrets;
  throttle: Throttle;
  publicUrl: string;
  campus: { product: string };
  mailbox: Mailbox;
  /** Addresses that only the portal writes from. */
  own: readonly string[];
  counter: Counter<'outcome'>;
}

/** One for each process, also where no mailbox is read. */
export function incomingCounter(metrics: Registry): Counter<'outcome'> {
  const name = 'quad_help_desk_incoming_emails_total';
  const known = metrics.getSingleMetric(name) as Counter<'outcome'> | undefined;
  const help = 'Emails read from the help desk mailbox, by outcome.';
  return known ?? new Counter({ name, help, labelNames: ['outcome'], registers: [metrics] });
}

/** What an address gets in answer to its emails, whatever it sends (RFC 3834, section 2). */
const answers = { limit: 5, windowSeconds: 60 * 60 };

/** Reads replies to our emails out of a mailbox. */
export function createIncomingMail(services: IncomingServices): Job {
  const { mailbox, own, counter } = services;
  // A mailbox that is away is one failed job in the Queue Manager, not one for each minute.
  let isAway = false;
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
      try {
        const from = (await readPosition(services.reader)) ?? (await begin(services, signal));
        await mailbox.poll(
          from,
          async (raw, at) => {
            const email = raw && (await readEmail(raw, own));
            const taken: Taken = email ? await takeEmail(services, email) : { outcome: 'not matched' };
            if (email) await sayWhyNot(services, email, taken, signal);
            await note(services, email?.key ?? null, taken.outcome, at);
            counter.inc({ outcome: taken.outcome });
            outcomes.push(taken.outcome);
            return taken.outcome === 'matched' || taken.outcome === 'seen';
          },
          signal,
        );
        isAway = false;
      } catch (error) {
        if (!(error instanceof JobFailure)) throw error;
        const wasAway = isAway;
        isAway = true;
        if (!wasAway) throw error;
        return `Still so: ${error.message}`;
      }
      if (outcomes.length === 0) return 'There was no new email.';
      const matched = outcomes.filter((outcome) => outcome === 'matched').length;
      return `Added ${matched} of ${outcomes.length} emails to their tickets.`;
    },
  });
}

async function readPosition(reader: Reader): Promise<(Position & { since: Date }) | undefined> {
  const rows = await readRows(
    reader,
    sql<Position & { since: Date }>`
      select since, uid_validity::float8 as "uidValidity", last_uid::float8 as "lastUid" from help_mailbox`,
  );
  return rows[0];
}

/** The first time: what is in the mailbox already was written to people. */
async function begin({ mailbox, unaudited }: IncomingServices, signal: AbortSignal) {
  const { uidValidity, lastUid } = await mailbox.end(signal);
  await sql`
    insert into help_mailbox (name, since, uid_validity, last_uid)
    values ('inbox', now(), ${uidValidity}, ${lastUid}) on conflict do nothing`.execute(
    unaudited('incoming mail'),
  );
  return { uidValidity, lastUid, since: new Date() };
}

/** The key is noted before the place: whatever happens in between, no email counts twice. */
async function note(
  { unaudited }: IncomingServices,
  key: string | null,
  outcome: Outcome,
  { uidValidity, lastUid }: Position,
): Promise<void> {
  const database = unaudited('incoming mail');
  if (key !== null)
    await sql`insert into help_incoming (message_key, outcome) values (${key}, ${outcome}) on conflict do nothing`.execute(
      database,
    );
  await sql`update help_mailbox set uid_validity = ${uidValidity}, last_uid = ${lastUid}`.execute(database);
}

/** To the requester of a ticket, whose reply was not added. */
async function sayWhyNot(
  { mail, secrets, throttle, publicUrl, campus }: IncomingServices,
  { from, key }: { from: string; key: string },
  { ticket, outcome }: Taken,
  signal: AbortSignal,
): Promise<void> {
  if (ticket === undefined || (outcome !== 'over' && outcome !== 'too many')) return;
  const address = secrets.keyedHash('help-desk.answers', from).toString('base64url');
  if (!(await throttle.take(`help-desk-answer:${address}`, answers)).allowed) return;
  const { submit, ticket: page } = helpDesk.screens;
  const why = {
    over: [
      `Your reply to ticket #${ticket.number} was not added: it was solved more than 14 days ago.`,
      '',
      'If you still need help, submit a new ticket:',
      publicUrl + submit.path,
    ],
    'too many': [
      `Your reply to ticket #${ticket.number} was not added: you have written many messages in the past hour.`,
      '',
      'Reply again later, by email or on the page of the ticket:',
      publicUrl + page.path.replace(':id', ticket.id),
    ],
  };
  const text = why[outcome].join('\n');
  const subject = `[${campus.product} #${ticket.number}] Your reply was not added`;
  await mail.send({ key: `ticket-not-added-${key.slice(0, 32)}`, to: from, subject, text }, signal);
}
