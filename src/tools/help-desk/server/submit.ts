import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { claimLog } from '../../ra-logs/server/public.ts';
import type * as calls from '../contract.ts';
import { readAnswers } from './answers.ts';
import type { HelpDesk } from './help-desk.ts';
import { presentOwn } from './present.ts';
import { countRecentTickets } from './queries.ts';
import { maySubmit } from './rules.ts';
import { storeTicket } from './store-ticket.ts';

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
    unit.demand(maySubmit(await countRecentTickets(unit.transaction, actor.id), desk.ticketsPerHour));
    const link = body.log === undefined ? null : await claimLog(unit, actor, body.log);
    const { row } = await storeTicket(desk, unit, actor, {
      subject,
      description,
      category,
      answers,
      log_id: body.log ?? null,
      uploads: files.attachments,
    });
    await link?.(row);
    return { data: presentOwn(row) };
  });
}
