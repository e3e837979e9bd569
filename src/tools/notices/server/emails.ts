import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sendEach, wasSent } from '../../../platform/server/mail/send-each.ts';
import { mostConnections } from '../../../platform/server/mail/smtp-transport.ts';
import { composeNotice } from './compose.ts';
import { presentPublished } from './present.ts';
import { findNotice } from './queries.ts';
import { addressesOf } from './reach.ts';
import type { NoticeRow } from './tables.ts';

/** `update`: the version that an edit sends; without it the notice is new. */
const data = z.object({ noticeId: z.uuid(), batch: z.int().min(0), update: z.int().optional() });
type Batch = z.output<typeof data>;

const noticeEmails = { name: 'notices.emails', data };

/** So many emails in one job: a failure repeats no more than these, and none that was sent. */
const batchSize = 100;

/** Fixes who gets the email, and leaves a job for each batch of them. */
export async function enqueueEmails(
  unit: UnitOfWork,
  actor: PersonActor,
  id: string,
  kind: Pick<Batch, 'update'> = {},
) {
  const row = await findNotice(unit.transaction, id);
  if (row === undefined) throw new Error('A notice that was just written is gone.');
  const total = await insertRecipients(unit.transaction, row);
  for (let batch = 0; batch * batchSize < total; batch += 1)
    await unit.enqueue<Batch>(noticeEmails, { noticeId: id, batch, ...kind });
  return presentPublished(actor, { ...row, emailed_to: total });
}

async function insertRecipients(
  transaction: WriteTransaction,
  { id, groups }: Pick<NoticeRow, 'id' | 'groups'>,
): Promise<number> {
  // Whom an earlier version still waits to reach gets the newest one in its place.
  const { rows } = await sql<{ total: number }>`
    with reached as materialized (
      select email, (row_number() over (order by email) - 1) / ${batchSize}::int as batch
      from (${addressesOf(groups)}) as addresses
    ), added as (
      insert into notice_recipients (notice_id, email, batch)
      select ${id}::uuid, email, batch from reached on conflict do nothing
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

/** Sends one batch. An address leaves the list with its email, so that a repeated job goes on where it stopped. */
export function createEmails(services: EmailServices): Job {
  const { reader, unaudited, mail } = services;
  const forget = (id: string, email: string) =>
    sql`delete from notice_recipients where notice_id = ${id} and email = ${email}`.execute(
      unaudited('emails of notices'),
    );
  return defineJob<Batch>({
    ...noticeEmails,
    title: 'Emails of an emergency',
    retries: 30,
    limitSeconds: 15 * 60,
    async run({ noticeId, batch, update }, { signal }) {
      const waiting = await readRows(
        reader,
        sql<{ email: string }>`
          select email from notice_recipients where notice_id = ${noticeId} and batch = ${batch} order by email`,
      );
      let sent = 0;
      let isOver = false;
      await sendEach(
        waiting,
        async ({ email }) => {
          signal.throwIfAborted();
          // Each time: a slow server takes minutes for a batch, and what is over or was corrected in the meantime must not go out.
          const notice = await findNotice(reader, noticeId);
          isOver = notice === undefined || notice.state === 'ended' || notice.state === 'withdrawn';
          if (
            notice !== undefined &&
            !isOver &&
            (await wasSent(
              mail.send(
                composeNotice(services, notice, {
                  to: email,
                  key: keyOf(noticeId, email, update),
                  isUpdate: update !== undefined,
                }),
                signal,
              ),
            ))
          )
            sent += 1;
          await forget(noticeId, email);
        },
        mostConnections,
      );
      if (isOver) return 'The notice is over, so the rest of the emails were not sent.';
      return `Sent ${sent} of ${waiting.length} emails.`;
    },
    about: (all) => Promise.resolve(all.map(({ batch }) => `Batch ${batch + 1}, up to ${batchSize} people`)),
  });
}

/** Names one email to one person. The address itself must not be in the key, which logs and folders show. */
function keyOf(noticeId: string, email: string, update: number | undefined): string {
  const version = update === undefined ? '' : `v${update}-`;
  return `notice-${noticeId}-${version}${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
}
