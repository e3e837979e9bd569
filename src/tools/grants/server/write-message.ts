import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { auditApplication } from './audit.ts';
import { lockCase } from './case.ts';
import type { Grants } from './grants.ts';
import { addMessage } from './history.ts';
import { notify } from './notify.ts';
import { presentDetails } from './present.ts';
import { isApplicant, mayWrite } from './rules.ts';

/** Each is emailed to everyone it is for. */
const limit = { limit: 60, windowSeconds: 3_600 };

/** Messages between the committee and the applicant. They change nothing that was submitted, so they need no version. */
export async function handleWriteMessage(
  grants: Grants,
  { actor, change }: CallContext<PersonActor>,
  { params: { id }, body: { text } }: CallInput<typeof calls.writeMessage>,
): Promise<CallReply<typeof calls.writeMessage>> {
  const { allowed, retryAfterSeconds } = await grants.throttle.take(`grants message:${actor.id}`, limit);
  if (!allowed) throw refusalOf(calls.writeMessage, 'too-many-messages', { retryAfterSeconds });
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    const { application } = subject;
    unit.demand(mayWrite(actor, subject));
    const fromCommittee = !isApplicant(actor, application);
    const messageId = await addMessage(unit, actor, { applicationId: id, fromCommittee, text, state: null });
    await notify(unit, messageId, subject, { fromCommittee });
    auditApplication(unit, 'write', application, null, { text });
    return { data: await presentDetails(unit.transaction, actor, subject, grants) };
  });
}
