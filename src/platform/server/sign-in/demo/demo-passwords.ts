import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Database, Reader } from '../../db/database.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

interface DemoAccount {
  email: string;
  name: string;
  groups: string[];
  disabled: boolean;
  /** `null`: they have set none, and sign in with a click only. */
  passwordSetAt: Date | null;
}

/** A demo person by email. */
export async function findDemoAccount(reader: Reader, email: string): Promise<DemoAccount | null> {
  const row = await reader
    .selectFrom('demo_people')
    .select(['email', 'name', 'groups', 'disabled', 'password_set_at as passwordSetAt'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives a demo person a password. @returns Whether there is such a person. */
export async function saveDemoPassword(
  database: Database,
  email: string,
  password: string,
): Promise<boolean> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32);
  const { numUpdatedRows } = await database
    .updateTable('demo_people')
    .set({ password_hash: Buffer.concat([salt, hash]), password_set_at: sql<Date>`clock_timestamp()` })
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether this is the password that the demo person has set. */
export async function isDemoPassword(reader: Reader, email: string, password: string): Promise<boolean> {
  const row = await reader
    .selectFrom('demo_people')
    .select('password_hash')
    .where('email', '=', email)
    .executeTakeFirst();
  const kept = row?.password_hash ?? Buffer.alloc(48);
  const hash = await derive(password, kept.subarray(0, 16), 32);
  return timingSafeEqual(hash, kept.subarray(16, 48)) && row?.password_hash != null;
}
