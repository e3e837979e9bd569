import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { sendUnawaited } from '../../../platform/server/db/pipelined-dialect.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { hasAddress } from '../../../platform/server/mail/find-address.ts';
import { type ApproverRow, grantTables } from './tables.ts';

/** How an address is compared: neither its case nor spaces around it make it a different one. */
export function foldEmail(email: string): string {
  return foldCase(email.trim().normalize('NFKC'));
}

export function selectApprovers(reader: Reader): Promise<ApproverRow[]> {
  return readRows(
    reader,
    sql<ApproverRow>`select * from grant_approvers order by full_name collate alphabet, id`,
  );
}

/** A person's seat: by their account, or by their address until the account is known. */
export function seatOf<S extends Pick<ApproverRow, 'person_id' | 'folded_email'>>(
  seats: readonly S[],
  person: Pick<PersonActor, 'id' | 'email'>,
): S | undefined {
  return (
    seats.find(({ person_id }) => person_id === person.id) ??
    seats.find(
      ({ person_id, folded_email }) => person_id === null && folded_email === foldEmail(person.email),
    )
  );
}

const lockName = sql`hashtext('quad.grants.approvers')`;

/** The list as it stays until the transaction ends: no one is added or removed while votes are counted. */
export async function holdApprovers(transaction: WriteTransaction): Promise<ApproverRow[]> {
  // The list is read after it, in one round trip.
  await sendUnawaited(
    transaction,
    sql`select pg_advisory_xact_lock_shared(${lockName})`.compile(transaction),
  );
  return selectApprovers(transaction);
}

/** To change the list: waits until no vote is being counted. */
export async function lockApprovers(transaction: WriteTransaction): Promise<ApproverRow[]> {
  await sql`select pg_advisory_xact_lock(${lockName})`.execute(transaction);
  return selectApprovers(transaction);
}

/** The first act of an approver ties the seat to the account: an address can be given to someone else. */
export async function takeSeat(
  transaction: WriteTransaction,
  seat: ApproverRow,
  personId: string,
): Promise<void> {
  if (seat.person_id !== null) return;
  const take = grantTables(transaction)
    .updateTable('grant_approvers')
    .set({ person_id: personId })
    .where('id', '=', seat.id);
  await sendUnawaited(transaction, take.compile());
}

/** The account that has this address now: not that of someone who left, if it may be someone else's now. */
export async function findPersonId(reader: Reader, email: string): Promise<string | null> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`select p.id from people p where p.email = ${foldEmail(email)} and ${hasAddress}`,
  );
  return rows[0]?.id ?? null;
}
