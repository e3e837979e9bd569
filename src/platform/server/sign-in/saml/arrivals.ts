import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Arrival, ProviderServices } from '../provider.ts';

/** Who arrived, until the browser that began shows itself, moments later. */
export type Kept = Pick<Arrival, 'profile' | 'state'> & { sessionKeys: readonly string[] };

const shape: z.ZodType<Kept> = z.object({
  profile: z.object({
    subject: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    name: z.string(),
    givenName: z.string().optional(),
    familyName: z.string().optional(),
    directoryKey: z.string().optional(),
    groups: z.array(z.string()),
  }),
  state: z.string().nullable(),
  sessionKeys: z.array(z.string()),
});

const purpose = 'saml arrival';

function keyOf(provider: string, requestId: string): Buffer {
  return createHash('sha256').update(`${provider}\n${requestId}`).digest();
}

/**
 * Keeps who arrived with the response to a request, and marks the request as responded to, for all instances and as
 * long as a response could be accepted.
 * @returns False when it was responded to before; then nothing is kept.
 */
export async function keepArrival(
  { secrets, unaudited }: ProviderServices,
  provider: string,
  requestId: string,
  kept: Kept,
): Promise<boolean> {
  const sealed = secrets.encrypt(purpose, JSON.stringify(kept));
  const { rows } = await sql`
    insert into saml_responses (request, arrival) values (${keyOf(provider, requestId)}, ${sealed})
    on conflict do nothing returning true`.execute(unaudited('saml responses'));
  return rows.length === 1;
}

/** Takes who arrived; the mark stays. `null` when no one did, or it was taken before. */
export async function takeArrival(
  { secrets, unaudited }: ProviderServices,
  provider: string,
  requestId: string,
): Promise<Kept | null> {
  const key = keyOf(provider, requestId);
  const { rows } = await sql<{ arrival: string }>`
    update saml_responses new set arrival = null
    from (select request, arrival from saml_responses where request = ${key} for update) old
    where new.request = old.request and old.arrival is not null
    returning old.arrival`.execute(unaudited('saml responses'));
  const [row] = rows;
  return row === undefined ? null : shape.parse(JSON.parse(secrets.decrypt(purpose, row.arrival)));
}
