import { sql } from 'kysely';
import type { ChangeService } from '../../../../platform/server/change/change.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { Reader, WriteTransaction } from '../../../../platform/server/db/database.ts';
import type { StoredFiles } from '../../../../platform/server/files/stored-files.ts';
import { defineJob, type Job, retriesForDays } from '../../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import { runsTwice } from '../../../../platform/server/jobs/open-job.ts';
import { findAddress } from '../../../../platform/server/mail/find-address.ts';
import { sayTime } from '../../../../platform/server/time/time.ts';
import { auditTicket } from '../audit.ts';
import { findTicket, lockTicket, selectAttachments, selectMessages } from '../queries.ts';
import { helpTables, type MessageRow, type TicketRow } from '../tables.ts';
import { addNote, moveTicket } from '../thread.ts';
import { type Handing, handing } from './enqueue.ts';
import type { HandedTicket, HandOver } from './hand-over.ts';

interface HandOverServices {
  reader: Reader;
  change: ChangeService;
  files: StoredFiles;
  campus: { product: string; timeZone: string };
  /** `null`: it was configured when the ticket was submitted, and no longer is. */
  handOver: HandOver | null;
}

const notWhole =
  'The other help desk may lack what was added to this ticket while it was being handed over. Pass it on, then set the ticket to Solved.';

const sayMerged = (part: number, there: string | null) =>
  `Ticket #${part}, which was merged into this one, is at the other help desk${there === null ? '' : ` as #${there}`}. It may lack the rest of this ticket. Pass it on, then set the ticket to Solved.`;

/**
 * A ticket that is handed over is finished here: it counts as solved, and says where it continues. It stays open only
 * if something was added that was not sent along, so that the desk sees it.
 */
export function createHandOver({ reader, change, files, campus, handOver }: HandOverServices): Job {
  const changeAs = change.changeAsSystem('help-desk.hand-over');
  return defineJob<Handing>({
    ...handing,
    title: 'Hand over a help desk ticket',
    retries: retriesForDays,
    limitSeconds: 300,
    async run({ ticketId, isAgain }, { signal, isRetry = false }) {
      // It was closed and reopened while it was being sent.
      if (await runsTwice(reader, handing, ticketId))
        throw new JobFailure('Another job is handing this ticket over.');
      const ticket = await findTicket(reader, ticketId);
      if (ticket === undefined) return 'The ticket was removed first.';
      if (ticket.handed_at !== null) return `Ticket #${ticket.number} was already handed over.`;
      if (handOver === null) {
        await keepHere(ticketId);
        return `Ticket #${ticket.number} stays here: no other help desk is configured anymore.`;
      }
      const mayBeThere = isRetry || isAgain;
      const earlier = mayBeThere ? await handOver.find(ticket, signal) : null;
      const why = earlier === null ? whyNotSend(ticket) : null;
      if (why !== null)
        return `Ticket #${ticket.number} was ${why} first, so it was not ${mayBeThere ? 'sent again' : 'handed over'}.`;
      const handed = await read(ticket);
      const { number, said } =
        earlier === null
          ? await handOver.send(handed, signal)
          : { number: earlier, said: `It was already there, as #${earlier}.` };
      const arrived = earlier === null ? handed.messages : handed.messages.slice(0, 1);
      const isWhole = await changeAs(async (unit) => {
        unit.demand(byPermission);
        const before = await lockWhereItIs(unit.transaction, ticketId);
        if (before === undefined) throw new Error('A ticket was removed while it was being handed over.');
        const set = await helpTables(unit.transaction)
          .updateTable('help_tickets')
          .set({
            handed_to: ticket.handed_to,
            handed_at: sql<Date>`now()`,
            handed_number: before.handed_number ?? number,
          })
          .where('id', '=', before.id)
          .returning(['handed_at', 'handed_number'])
          .executeTakeFirstOrThrow();
        const messages = await selectWritten(unit.transaction, before.id);
        const isWhole = messages.every(({ id }) => arrived.some((one) => one.id === id));
        const state = isWhole ? 'solved' : 'open';
        await moveTicket(unit, { ...before, ...set }, state);
        if (!isWhole) {
          const text = before.id === ticketId ? notWhole : sayMerged(ticket.number, number);
          await addNote(unit, { ticketId: before.id, by: campus.product, text });
        }
        const { handed_number } = set;
        auditTicket(unit, 'hand-over', before, { state: before.state }, { state, handed_number });
        return isWhole;
      });
      return `Ticket #${ticket.number}: ${said}${isWhole ? '' : ' It stays open here: something was added in the meantime.'}`;
    },
    about: (handed) =>
      Promise.all(
        handed.map(async ({ ticketId }) => {
          const found = await findTicket(reader, ticketId);
          return found === undefined ? null : `#${found.number}`;
        }),
      ),
  });

  /** It is answered like every other one from now on, also by email. */
  function keepHere(id: string): Promise<void> {
    return changeAs(async (unit) => {
      unit.demand(byPermission);
      const before = await lockTicket(unit.transaction, id);
      if (before === undefined) throw new Error('A ticket was removed while it was being kept.');
      const after = { handed_to: null };
      await helpTables(unit.transaction)
        .updateTable('help_tickets')
        .set(after)
        .where('id', '=', id)
        .execute();
      auditTicket(unit, 'keep', before, { handed_to: before.handed_to }, after);
    });
  }

  async function read(ticket: TicketRow): Promise<HandedTicket> {
    const messages = await selectWritten(reader, ticket.id);
    const attachments = await selectAttachments(reader, ticket.id);
    return {
      id: ticket.id,
      number: ticket.number,
      requester: { name: ticket.requester_name, email: await findAddress(reader, ticket.requester_id) },
      subject: ticket.subject,
      category: ticket.category,
      answers: ticket.answers,
      messages: messages.map(({ id, at, author_name, from_desk, text }) => ({
        id,
        by: from_desk ? `${author_name} at the help desk` : author_name,
        at: sayTime(at, campus.timeZone),
        text,
      })),
      attachments: attachments.map(({ stored_name, file_name, media_type, bytes }) => ({
        fileName: file_name,
        mediaType: media_type,
        bytes: Number(bytes),
        read: async () => (await files.open(reader, stored_name)).readWhole(),
      })),
    };
  }
}

function whyNotSend({ merged_into, state }: TicketRow): string | null {
  if (merged_into !== null) return 'merged into another one';
  return state === 'solved' ? 'solved' : null;
}

/** The ticket, or the one that it was merged into while it was being sent. */
async function lockWhereItIs(transaction: WriteTransaction, id: string): Promise<TicketRow | undefined> {
  const row = await lockTicket(transaction, id);
  return row === undefined || row.merged_into === null ? row : lockWhereItIs(transaction, row.merged_into);
}

/** What someone wrote in a thread; the rest are state changes. */
async function selectWritten(reader: Reader, ticketId: string): Promise<MessageRow[]> {
  return (await selectMessages(reader, ticketId)).filter(({ text }) => text !== '');
}
