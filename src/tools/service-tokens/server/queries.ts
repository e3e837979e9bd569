import { type InferResult, sql } from 'kysely';
import type { Reader, WriteTransaction } from '../../../platform/server/db/database.ts';

const columns = [
  'id',
  'name',
  'hint',
  'permissions',
  'path_prefix',
  'groups',
  'everyone',
  'networks',
  'expires_at',
  'created_at',
  'created_by',
  'created_by_id',
  'kept_by_id',
  'last_used_at',
  'last_used_from',
  'revoked_at',
  'revoked_by',
] as const;
const hasExpired = sql<boolean>`expires_at <= now()`.as('expired');

export function selectTokens(reader: Reader) {
  return reader.selectFrom('service_tokens').select([...columns, hasExpired]);
}

export type TokenRow = InferResult<ReturnType<typeof selectTokens>>[number];

interface NewTokenRow {
  id: string;
  name: string;
  token_hash: Buffer;
  hint: string;
  permissions: TokenRow['permissions'];
  path_prefix: string | null;
  groups: string[];
  everyone: boolean;
  networks: string[];
  expires_at: Date;
  created_by_id: string;
  created_by: string;
}

export function insertToken(transaction: WriteTransaction, row: NewTokenRow): Promise<TokenRow> {
  return transaction
    .insertInto('service_tokens')
    .values(row)
    .returning([...columns, hasExpired])
    .executeTakeFirstOrThrow();
}

/** Reads a token and keeps others from revoking it until the transaction ends. */
export function holdToken(transaction: WriteTransaction, id: string): Promise<TokenRow | undefined> {
  return transaction
    .selectFrom('service_tokens')
    .select([...columns, hasExpired])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function markRevoked(transaction: WriteTransaction, id: string, by: string): Promise<void> {
  await transaction
    .updateTable('service_tokens')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by })
    .where('id', '=', id)
    .execute();
}

/** Another person is responsible for it from now on. */
export async function keepToken(transaction: WriteTransaction, id: string, personId: string): Promise<void> {
  await transaction
    .updateTable('service_tokens')
    .set({ kept_by_id: personId })
    .where('id', '=', id)
    .execute();
}

/** Tokens that expire soon, soonest first, and whether something has used each lately. */
export function selectExpiring(
  reader: Reader,
  { withinDays, usedWithinDays }: { withinDays: number; usedWithinDays: number },
) {
  const isUsed = sql<boolean>`coalesce(last_used_at > now() - make_interval(days => ${usedWithinDays}), false)`;
  return reader
    .selectFrom('service_tokens')
    .select(['id', 'name', 'expires_at', isUsed.as('is_used')])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<=', sql<Date>`now() + make_interval(days => ${withinDays})`)
    .orderBy('expires_at')
    .limit(20)
    .execute();
}
