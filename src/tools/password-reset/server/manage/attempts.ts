import { type InferResult, sql } from 'kysely';
import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../../platform/contract/nothing-left.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { readNewest } from '../../../../platform/server/list/page.ts';
import { containing } from '../../../../platform/server/list/search.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { notFound } from '../../../../platform/server/refusal/refusal.ts';
import {
  type Attempt,
  type AttemptPayload,
  attemptPayload,
  type listAttempts,
  type Reason,
  readAttemptPayload,
} from '../../contract.ts';
import { payloadPurpose } from '../attempt/record.ts';
import { findOwners } from '../owners.ts';
import type { Reset } from '../reset.ts';
import { readIn } from '../tables.ts';

interface Filter {
  PrincipalEmail: string | undefined;
  IpAddress: string | undefined;
}

const filtered = (reader: Reader, { PrincipalEmail = '', IpAddress = '' }: Filter) =>
  readIn(reader)
    .selectFrom('reset_attempts')
    .$if(PrincipalEmail !== '', (rows) =>
      rows.where('principal_email', 'like', containing(PrincipalEmail.toLowerCase())),
    )
    .$if(IpAddress !== '', (rows) =>
      rows.where('client_address', 'like', containing(IpAddress.toLowerCase())),
    );

const columns = [
  'id',
  'principal_email',
  'client_address',
  'user_agent',
  'referrer',
  'outcome',
  'reasons',
  'created_at',
] as const;

function selectAttempts(reader: Reader, filter: Filter) {
  return filtered(reader, filter).select([...columns, sql<boolean>`payload is not null`.as('hasPayload')]);
}
type AttemptRow = InferResult<ReturnType<typeof selectAttempts>>[number];

export async function handleListAttempts(
  { reader }: CallContext,
  { query: { paging, PrincipalEmail, IpAddress, ...rest } }: CallInput<typeof listAttempts>,
): Promise<CallReply<typeof listAttempts>> {
  rest satisfies NothingLeft;
  const filter = { PrincipalEmail, IpAddress };
  const page = await readNewest(selectAttempts(reader, filter), 'created_at', paging);
  return { ...page, data: page.data.map(present) };
}

/** The same whatever was typed: not even the length shows. */
const masked = JSON.stringify({
  birthdate: '••/••/••••',
  last4ssn: '••••',
  personalPhoneNumber: '••••••••••',
});

function present(row: AttemptRow): Attempt {
  const { id, principal_email, client_address, user_agent, referrer, created_at, hasPayload, ...rest } = row;
  const { outcome, reasons, ...unsent } = rest;
  unsent satisfies NothingLeft;
  return {
    _id: id,
    PrincipalEmail: principal_email,
    IpAddress: client_address,
    Timestamp: created_at.toISOString(),
    UserAgent: user_agent,
    Referrer: referrer,
    Payload: hasPayload ? masked : '',
    outcome,
    reasons: reasons as Reason[],
  };
}

/** In plain text, with an entry that says who looked and whose it was. */
export async function handleReadPayload(
  { secrets }: Reset,
  { reader, tellAbout }: CallContext,
  id: string,
): Promise<CallReply<typeof readAttemptPayload>> {
  const row = await readIn(reader)
    .selectFrom('reset_attempts')
    .select(['principal_email', 'payload'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const owners = await findOwners(reader, row.principal_email);
  // If it is about no one, it can't be shown: there would be no entry.
  if (owners.length > 0) tellAbout(owners);
  return { data: open(secrets, row.payload) };
}

function open(secrets: Reset['secrets'], sealed: string | null): AttemptPayload {
  try {
    if (sealed !== null) return attemptPayload.parse(JSON.parse(secrets.decrypt(payloadPurpose, sealed)));
  } catch {
    // An older secret that is gone: the same as a payload that was removed.
  }
  throw refusalOf(readAttemptPayload, 'no-payload');
}
