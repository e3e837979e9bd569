import { v7 as uuid } from 'uuid';
import type { CallInput } from '../../../../platform/contract/call.ts';
import type { AuditColumnsOf } from '../../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import type { attemptReset, Reason } from '../../contract.ts';
import type { Reset } from '../reset.ts';
import { type Outcome, writeIn } from '../tables.ts';

/** For what was typed, which IT may need to see. */
export const payloadPurpose = 'password reset payload';
/** More of a header is not useful. */
const longestHeader = 400;

const columns: AuditColumnsOf<{ principal_email: string; outcome: string; reasons: string[] }> = {
  principal_email: 'sensitive',
  outcome: 'plain',
  reasons: 'plain',
};

/** Stored before anything is compared, so that even an attempt that fails halfway is on record. @returns its id */
export async function recordAttempt(
  { secrets }: Pick<Reset, 'secrets'>,
  {
    change,
    clientAddress,
    userAgent,
    header,
  }: Pick<CallContext, 'change' | 'clientAddress' | 'userAgent' | 'header'>,
  email: string,
  {
    id: collegeId,
    birthdate,
    last4ssn,
    personalPhoneNumber,
    isInternationalStudent,
  }: CallInput<typeof attemptReset>['body'],
): Promise<string> {
  const id = uuid();
  const payload = JSON.stringify({
    birthdate,
    last4ssn: last4ssn ?? '',
    personalPhoneNumber,
    id: collegeId,
    isInternationalStudent: isInternationalStudent === true,
  });
  await change(async (unit) => {
    unit.demand(byPermission);
    const after = { principal_email: email, outcome: 'unknown' as const, reasons: [] };
    await writeIn(unit.transaction)
      .insertInto('reset_attempts')
      .values({
        id,
        ...after,
        client_address: clientAddress,
        user_agent: oneLine(userAgent),
        referrer: oneLine(header('referer') ?? ''),
        payload: secrets.encrypt(payloadPurpose, payload),
      })
      .execute();
    unit.record({
      action: 'password-reset-attempt.create',
      subject: { type: 'password-reset-attempt', id, columns },
      after,
    });
  });
  return id;
}

/** Records its outcome. @param alongside What else belongs to the change */
export async function settleAttempt(
  { change }: Pick<CallContext, 'change'>,
  id: string,
  outcome: Outcome,
  reasons: readonly Reason[],
  alongside?: (unit: UnitOfWork) => Promise<void>,
): Promise<void> {
  await change(async (unit) => {
    unit.demand(byPermission);
    const { principal_email } = await writeIn(unit.transaction)
      .updateTable('reset_attempts')
      .set({ outcome, reasons: [...reasons] })
      .where('id', '=', id)
      .returning('principal_email')
      .executeTakeFirstOrThrow();
    unit.record({
      action: 'password-reset-attempt.settle',
      subject: { type: 'password-reset-attempt', id, columns },
      after: { principal_email, outcome, reasons: [...reasons] },
    });
    await alongside?.(unit);
  });
}

function oneLine(header: string): string {
  return header.replace(/\p{C}+/gu, ' ').slice(0, longestHeader);
}
