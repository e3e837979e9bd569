import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { claimLog } from '../../ra-logs/server/public.ts';
import type * as calls from '../contract.ts';
import { readAnswers } from './answers.ts';
import { auditTicket } from './audit.ts';
import { enqueueEmail } from './email.ts';
import { enqueueHandOver } from './hand-over/job.ts';
import type { HelpDesk } from './help-desk.ts';
import { presentOwn } from './present.ts';
import { countRecent } from './queries.ts';
import { maySubmit } from './rules.ts';
import { helpTables } from './tables.ts';
import { addMessage } from './thread.ts';

type Submission = CallInput<typeof calls.submitTicket> & { files: { attachments: StoredUpload[] } };

/** Stores a ticket with its first message, whatever becomes of the email that confirms it. */
export function handleSubmitTicket(
  desk: HelpDesk,
  { actor, change }: CallContext<PersonActor>,
  { body, files }: Submission,
): Promise<CallReply<typeof calls.submitTicket>> {
  const { subject, description } = body;
  const { category, answers } = readAnswers(desk, body.category ?? '', body.answers ?? '');
  return change(async (unit) => {
    unit.demand(maySubmit(await countRecent(unit.transaction, actor.id), desk.ticketsPerHour));
    const link = body.log === undefined ? null : await claimLog(unit, actor, body.log);
    const words = [subject, actor.name, actor.email, description, ...answers.map(({ answer }) => answer)];
    const row = await helpTables(unit.transaction)
      .insertInto('help_tickets')
      .values({
        id: uuid(),
        requester_id: actor.id,
        requester_name: actor.name,
        requester_email: actor.email,
        subject,
        folded: foldCase(words.join('\n')),
        category,
        answers: JSON.stringify(answers),
        state: 'new',
        assignee_id: null,
        assignee_name: null,
        solved_at: null,
        log_id: body.log ?? null,
        helped: null,
        merged_into: null,
        incident_id: null,
        handed_to: desk.handOver?.kind ?? null,
        handed_at: null,
        handed_number: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await link?.(row);
    const uploads = files.attachments;
    const message = { ticketId: row.id, fromDesk: false, text: description, state: null, uploads };
    const messageId = await addMessage(unit, actor, message);
    auditTicket(unit, 'submit', row, null, { ...row, text: description, attachments: uploads.length });
    await enqueueEmail(unit, messageId);
    if (row.handed_to !== null) await enqueueHandOver(unit, row.id);
    return { data: presentOwn(row) };
  });
}
