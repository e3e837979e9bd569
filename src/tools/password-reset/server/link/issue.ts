import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import { hashToken, newToken } from '../../../../platform/server/secrets/secrets.ts';
import { writeIn } from '../tables.ts';
import type { Account } from '../writer/password-writer.ts';
import { linkMinutes } from './emails.ts';
import { isInTime, type LinkRow } from './queries.ts';

/** Neither the token nor its hash enters the audit. */
const columns = { principal_email: 'plain', account_key: 'left out' } as const;

/** Creates a link for one account; earlier unused ones end. @returns the token, which is kept nowhere */
export async function issueLink(
  unit: UnitOfWork,
  { account, attemptId }: { account: Account; attemptId: string | null },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  unit.demand(byPermission);
  const id = uuid();
  const token = newToken();
  const row = { principal_email: account.email, account_key: account.key };
  await endOpenLinks(unit, account.email);
  const { expires_at } = await writeIn(unit.transaction)
    .insertInto('reset_links')
    .values({
      id,
      ...row,
      token_hash: hashToken(token),
      stamp: account.stamp,
      attempt_id: attemptId,
      expires_at: sql<Date>`now() + make_interval(mins => ${linkMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  unit.record({
    action: 'password-link.create',
    subject: { type: 'password-link', id, columns },
    after: row,
  });
  return { id, token, expiresAt: expires_at };
}

/**
 * Someone who changes their own password has a link that no one knows and that is in use from the start, so that what
 * a server leaves half-done is found the same way.
 */
export async function insertClaimedLink(
  { transaction }: UnitOfWork,
  account: Pick<Account, 'email' | 'key' | 'stamp'>,
): Promise<Pick<LinkRow, 'id' | 'principal_email' | 'claims'>> {
  const named = { id: uuid(), principal_email: account.email, claims: 1 };
  await writeIn(transaction)
    .insertInto('reset_links')
    .values({
      ...named,
      token_hash: hashToken(newToken()),
      account_key: account.key,
      stamp: account.stamp,
      attempt_id: null,
      expires_at: sql<Date>`now()`,
      state: 'claimed',
    })
    .execute();
  return named;
}

/** A new token for a link that can still be used: the earlier one ends, and the time does not start over. */
export async function renewLink(
  unit: UnitOfWork,
  id: string,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  unit.demand(byPermission);
  const token = newToken();
  const row = await writeIn(unit.transaction)
    .updateTable('reset_links')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(isInTime)
    .returning('expires_at')
    .executeTakeFirst();
  return row && { token, expiresAt: row.expires_at };
}

export async function endOpenLinks({ transaction }: UnitOfWork, email: string): Promise<void> {
  await writeIn(transaction)
    .updateTable('reset_links')
    .set({ state: 'ended' })
    .where('principal_email', '=', email)
    .where('state', '=', 'open')
    .execute();
}
