import { sql } from 'kysely';
import type { Database, Reader, WriteTransaction } from '../db/database.ts';

/** The last use of a token is written at most this often, in seconds. */
const touchEvery = 60;

/** A token as the path of a request reads it. */
export function findToken(reader: Reader, tokenHash: Buffer) {
  return reader
    .selectFrom('service_tokens')
    .select(['id', 'name', 'permissions', 'path_prefix', 'groups', 'everyone', 'networks'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .select(sql<boolean>`revoked_at is not null`.as('revoked'))
    .select(isTouchDue.as('touchDue'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** Also if it was last used at a time that is still to come: the clock was ahead, and has been set back since. */
const isTouchDue = sql<boolean>`(last_used_at is null or last_used_at > now() + interval '1 minute'
  or last_used_at < now() - make_interval(secs => ${touchEvery}))`;

export async function touchToken(database: Database, id: string, clientAddress: string): Promise<void> {
  await database
    .updateTable('service_tokens')
    .set({ last_used_at: sql<Date>`now()`, last_used_from: clientAddress })
    .where('id', '=', id)
    .where(isTouchDue)
    .execute();
}

/** @param by Who or what revoked them, for the list of tokens */
export async function revokeEveryToken(transaction: WriteTransaction, by: string): Promise<void> {
  await transaction
    .updateTable('service_tokens')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by })
    .where('revoked_at', 'is', null)
    .execute();
}
