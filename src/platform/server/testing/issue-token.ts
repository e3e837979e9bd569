import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Permission } from '../../contract/access.ts';
import type { FileLimits } from '../actor/actor.ts';
import { hashToken } from '../secrets/secrets.ts';
import { newTokenSecret } from '../tokens/tokens.ts';
import type { TestClient } from './test-client.ts';
import type { TestDatabase } from './test-database.ts';

interface TokenOptions {
  permissions?: readonly Permission[];
  networks?: readonly string[];
  files?: FileLimits;
  /** Negative when it has expired. */
  lasts?: number;
}

/** A service token as IT would have created it: its id and its secret. */
export async function issueToken(
  { database }: TestDatabase,
  { permissions = [], networks = [], files, lasts = 3_600 }: TokenOptions = {},
): Promise<{ id: string; secret: string }> {
  const id = uuid();
  const secret = newTokenSecret();
  await database
    .insertInto('service_tokens')
    .values({
      id,
      name: 'Nightly reports',
      token_hash: hashToken(secret),
      hint: secret.slice(-4),
      permissions: [...permissions],
      path_prefix: files?.pathPrefix ?? null,
      groups: [...(files?.groups ?? [])],
      everyone: files?.everyone ?? false,
      networks: [...networks],
      expires_at: sql<Date>`now() + make_interval(secs => ${lasts})`,
      created_by: 'Iris Thornwell',
    })
    .execute();
  return { id, secret };
}

type Options = NonNullable<Parameters<TestClient['fetch']>[2]>;

/** The headers of a program: a token, and none of those that a browser adds. */
export function tokenHeaders(secret: string): Record<string, string> {
  return { 'sec-fetch-site': '', 'sec-fetch-mode': '', authorization: `Bearer ${secret}` };
}

/** What a program sends. */
export function withToken(secret: string, options: Options = {}): Options {
  return { ...options, headers: { ...tokenHeaders(secret), ...options.headers } };
}
