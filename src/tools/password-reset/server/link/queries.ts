import { type Selectable, sql } from 'kysely';
import type { Reader, WriteTransaction } from '../../../../platform/server/db/database.ts';
import { hashToken } from '../../../../platform/server/secrets/secrets.ts';
import { type LinksTable, readIn, writeIn } from '../tables.ts';
import { linkMinutes } from './emails.ts';

const columns = ['id', 'principal_email', 'account_key', 'stamp', 'expires_at', 'state', 'claims'] as const;
export type LinkRow = Pick<Selectable<LinksTable>, (typeof columns)[number]>;

/** One that ends later was created while the clock was ahead, and would work that much longer. */
export const isInTime = sql<boolean>`(reset_links.expires_at > now()
  and reset_links.expires_at < now() + make_interval(mins => ${linkMinutes + 1}))`;

/** The link of a token that can be used now. */
export function findOpenLink(reader: Reader, token: string): Promise<LinkRow | undefined> {
  return readIn(reader)
    .selectFrom('reset_links')
    .select(columns)
    .where('token_hash', '=', hashToken(token))
    .where('state', '=', 'open')
    .where(isInTime)
    .executeTakeFirst();
}

export function findLink(reader: Reader, id: string): Promise<LinkRow | undefined> {
  return readIn(reader).selectFrom('reset_links').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Moves a claimed link to its next state. @returns Whether it was still claimed: of many at once, one wins. */
export async function moveLink(
  transaction: WriteTransaction,
  id: string,
  to: LinkRow['state'],
): Promise<boolean> {
  const { numUpdatedRows } = await writeIn(transaction)
    .updateTable('reset_links')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', 'claimed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Starts using a link that is open. @returns The number of this claim, from 1; `undefined` for all but one of many at once */
export async function claimLink(transaction: WriteTransaction, id: string): Promise<number | undefined> {
  const row = await writeIn(transaction)
    .updateTable('reset_links')
    .set({ state: 'claimed', claims: sql<number>`claims + 1` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(isInTime)
    .returning('claims')
    .executeTakeFirst();
  return row?.claims;
}
