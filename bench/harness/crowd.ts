import { randomUUID } from 'node:crypto';
import type { Quad } from '../../harness/quad.ts';
import { hashToken, newToken } from '../../src/platform/server/secrets/secrets.ts';
import { manyConnections } from './load.ts';

/**
 * Signs in one of the demo people and as many others like them as there are connections. Quad works on a few requests
 * of a person at a time, so the requests of one person would wait for each other.
 * @returns their cookies, one for each connection
 */
export async function signInCrowd(quad: Quad, name: string): Promise<string[]> {
  const [cookieName] = (await quad.signIn(name)).split('=');
  const tokens = Array.from({ length: manyConnections }, newToken);
  const one = "p.email = $1 and i.provider = 'demo'";
  const known = 'people p join identities i on i.person_id = p.id join sessions s on s.person_id = p.id';
  for (const token of tokens) {
    const id = randomUUID();
    const email = `${id}@bench.example`;
    await quad.query(
      `with twin as (select p.*, i.provider, i.groups, s.expires_at from ${known} where ${one} limit 1),
        person as (
          insert into people (id, email, name, given_name, family_name)
          select $2::uuid, $3, name, given_name, family_name from twin),
        identity as (
          insert into identities (provider, subject, person_id, groups) select provider, $3, $2::uuid, groups from twin)
      insert into sessions (id, token_hash, person_id, provider, subject, expires_at, user_agent, client_address)
      select gen_random_uuid(), $4, $2::uuid, provider, $3, expires_at, '', '' from twin`,
      [`${name}@sawtooth.example`, id, email, hashToken(token)],
    );
  }
  return tokens.map((token) => `${cookieName}=${token}`);
}
