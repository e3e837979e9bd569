import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../platform/server/mail/send-each.ts';
import { mostConnections } from '../../../platform/server/mail/smtp-transport.ts';
import { composeNotice } from './compose.ts';
import { presentPublished } from './present.ts';
import { findNotice, findNoticeFor, type Recipient } from './queries.ts';
import { addressesOf } from './reach.ts';
import type { NoticeRow } from './tables.ts';

/** `version`: the one whose publishing or edit sends the emails. */
const data = z.object({ noticeId: z.uuid(), batch: z.int().min(0), version: z.int() });
type Batch = z.output<typeof data>;

const noticeEmails = { name: 'notices.emails', data };

/** How many emails in one job: a failure repeats no more than these, and none that was sent. */
const batchSize = 100;

/** Determines who gets the email about the version that was just written, and enqueues a job for each batch of them. */
export async function enqueueEmails(unit: UnitOfWork, actor: PersonActor, id: string) {
  const row = await findNotice(unit.transaction, id);
  if (row === undefined) throw new Error('A notice that was just written is gone.');
  const total = await insertRecipients(unit.transaction, row);
  for (let batch = 0; batch * batchSize < total; batch += 1)
    await unit.enqueue<Batch>(noticeEmails, { noticeId: id, batch, version: row.version });
  return presentPublished(actor, { ...row, emailed_to: total });
}

async function insertRecipients(
  transaction: WriteTransaction,
  { id, groups, version }: Pick<NoticeRow, 'id' | 'groups' | 'version'>,
): Promise<number> {
  // People whom the email about an earlier version has yet to reach, or is just reaching, get this one.
  const { rows } = await sql<{ total: number }>`
    with reached as materialized (
      select email, (row_number() over (order by email) - 1) / ${batchSize}::int as batch
      from (${addressesOf(groups)}) as addresses
    ), added as (
      insert into notice_recipients (notice_id, email, batch, version)
      select ${id}::uuid, email, batch, ${version}::int from reached
      on conflict (notice_id, email) do update set batch = excluded.batch, version = excluded.version
    )
    select count(*)::int as total from reached`.execute(transaction);
  const total = rows[0]?.total ?? 0;
  await sql`update notices set emailed_to = ${total} where id = ${id}`.execute(transaction);
  return total;
}

interface EmailServices {
  reader: Reader;
  unaudited: Unaudited;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
}

/** Sends one batch. An address leaves the list with its email, so that a repeated job continues where it stopped. */
export function createEmails(services: EmailServices): Job {
  const { reader, unaudited, mail } = services;
  const forget = ({ id, email, version }: Recipient) =>
    sql`delete from notice_recipients where notice_id = ${id} and email = ${email} and version = ${version}`.execute(
      unaudited('emails of notices'),
    );
  return defineJob<Batch>({
    ...noticeEmails,
    title: 'Emails about an emergency',
    retries: retriesForDays,
    limitSeconds: 15 * 60,
    async run({ noticeId, batch, version }, { signal }) {
      const waiting = await readRows(
        reader,
        sql<{ email: string }>`
          select email from notice_recipients
          where notice_id = ${noticeId} and batch = ${batch} and version = ${version} order by email`,
      );
      let sent = 0;
      let isOver = false;
      let isReplaced = false;
      await sendEach(
        waiting,
        async ({ email }) => {
          signal.throwIfAborted();
          // Each time: a slow server takes minutes for a batch, and what is over or was corrected in the meantime must not go out.
          const recipient = { id: noticeId, email, version };
          const notice = await findNoticeFor(reader, recipient);
          if (notice === undefined) {
            isReplaced = true;
            return;
          }
          isOver = notice.state === 'ended' || notice.state === 'withdrawn';
          const about = { to: email, key: keyOf(notice, email), isUpdate: version > 1 };
          if (!isOver && (await wasSent(mail.send(composeNotice(services, notice, about), signal))))
            sent += 1;
          await forget(recipient);
        },
        mostConnections,
      );
      if (isOver) return 'The notice is over, so the rest of the emails were not sent.';
      if (isReplaced)
        return 'A later version has replaced this one, so the rest of the emails were not sent.';
      return `Sent ${sent} of ${waiting.length} emails.`;
    },
    about: (all) => Promise.resolve(all.map(({ batch }) => `Batch ${batch + 1}, up to ${batchSize} people`)),
  });
}

/**
 * Names one email to one person: different words are a different email, which mail servers would drop under the same name. The
 * address itself must not be in the key, which logs and folders show.
 */
function keyOf({ id, version }: Pick<NoticeRow, 'id' | 'version'>, email: string): string {
  return `notice-${id}-v${version}-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
}
