import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { applicantEmail, seatEmail } from './seat-sql.ts';
import type { MessageRow } from './tables.ts';

/** A message with the person to notify of it. */
export interface ToldMessage extends MessageRow {
  title: string;
  round: number;
  seat_id: string | null;
  /** `null` if the account is blocked or gone, or the seat is gone. */
  email: string | null;
}

/** @param seatId Who to notify; `null`: the applicant */
export async function findToldMessage(
  reader: Reader,
  id: string,
  seatId: string | null,
): Promise<ToldMessage | undefined> {
  // Chosen here: with both in one statement, PostgreSQL would plan it again for each email.
  const email =
    seatId === null
      ? applicantEmail
      : sql`(select ${seatEmail} from grant_approvers s where s.id = ${seatId}::uuid)`;
  const rows = await readRows(
    reader,
    sql<ToldMessage>`
      select m.*, a.title, a.round, ${seatId}::uuid as seat_id, ${email} as email
      from grant_messages m join grant_applications a on a.id = m.application_id where m.id = ${id}`,
  );
  return rows[0];
}
