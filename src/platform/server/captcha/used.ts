import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Unaudited } from '../change/unaudited.ts';

/** Remembers that a captcha was used. Exact even when it arrives many times at once. @returns Whether this is the first time. */
export async function claimOnce(unaudited: Unaudited, value: string, expiresAt: Date): Promise<boolean> {
  const id = createHash('sha256').update(value).digest();
  const { rows } = await sql`
    insert into captchas_used (id, expires_at) values (${id}, ${expiresAt}) on conflict do nothing
    returning true`.execute(unaudited('captchas'));
  return rows.length === 1;
}
