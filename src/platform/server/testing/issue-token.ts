import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Permission } from '../../contract/access.ts';
import { hashToken } from '../secrets/secrets.ts';
import { newTokenSecret } from '../tokens/tokens.ts';
import type { TestClient } from './test-client.ts';
import type { TestDatabase } from './test-database.ts';

interface TokenOptions {
  permissions?: readonly Permission[];
  networks?: readonly string[];
  /** Negative: it has expired. */
  lasts?: number;
}

/** A service token as IT would have created it: its id and its secret. */
export async function issueToken(
  { database }: TestDatabase,
  { permissions = [], networks = [], lasts = 3_600 }: TokenOptions = {},
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
      groups: [],
      everyone: false,
      networks: [...networks],
      expires_at: sql<Date>`now() + make_interval(secs => ${lasts})`,
      created_by: 'Iris Thornwell',
    })
    .execute();
  return { id, secret };
}

type Options = NonNullable<Parameters<TestClient['fetch']>[2]>;

/** What a program sends: a token, and none of the headers that a browser adds. */
export function withToken(secret: string, options: Options = {}): Options {
  const bare = { 'sec-fetch-site': '', 'sec-fetch-mode': '', authorization: `Bearer ${secret}` };
  return { ...options, headers: { ...bare, ...options.headers } };
}
