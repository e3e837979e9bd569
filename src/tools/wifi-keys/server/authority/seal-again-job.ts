import { sql } from 'kysely';
import { z } from 'zod';
import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import { type Reader, readRows } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import { openKey, sealKey } from './embedded.ts';

interface SealServices {
  reader: Reader;
  unaudited: Unaudited;
  secrets: Secrets;
}

/** How many in one statement. */
const atOnce = 500;

/**
 * Encrypts with the first secret the keys that an older one encrypted: a key works for a year, and an old secret is
 * dropped a day after a new one is added.
 */
export function createSealAgain({ reader, unaudited, secrets }: SealServices): Job {
  return defineJob({
    name: 'wifi-keys.seal-again',
    title: 'Encrypt Wi-Fi keys with the new secret',
    data: z.object({}),
    retries: 3,
    limitSeconds: 30 * 60,
    schedule: '11 * * * *',
    async run(_data, { signal }) {
      let [sealedAgain, unopened] = [0, 0];
      let last: string | null = null;
      for (;;) {
        signal.throwIfAborted();
        const rows = await selectOlder(reader, secrets.prefix, last);
        last = rows.at(-1)?.id ?? null;
        if (last === null) break;
        const fresh = rows.flatMap(({ id, sealed }) => {
          const password = openKey(secrets, sealed);
          return password === null ? [] : [{ id, sealed, fresh: sealKey(secrets, password) }];
        });
        await storeFresh(unaudited, fresh);
        sealedAgain += fresh.length;
        unopened += rows.length - fresh.length;
      }
      return `Encrypted again: ${sealedAgain.toLocaleString('en-US')}. No secret opens: ${unopened.toLocaleString('en-US')}.`;
    },
  });
}

/** Those that a secret other than the first one encrypted, after the last one seen. */
function selectOlder(
  reader: Reader,
  prefix: string,
  last: string | null,
): Promise<{ id: string; sealed: string }[]> {
  return readRows(
    reader,
    sql<{ id: string; sealed: string }>`
      select id, sealed from wifi_keys
      where not starts_with(sealed, ${prefix}) and (${last}::uuid is null or id > ${last}::uuid)
      order by id limit ${atOnce}`,
  );
}

/** One that was revoked since it was read stays without a key. */
async function storeFresh(
  unaudited: Unaudited,
  keys: readonly { id: string; sealed: string; fresh: string }[],
): Promise<void> {
  await sql`
    update wifi_keys k set sealed = n.fresh
    from unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ sealed }) => sealed)}::text[],
      ${keys.map(({ fresh }) => fresh)}::text[]) as n (id, sealed, fresh)
    where k.id = n.id and k.sealed = n.sealed`.execute(unaudited('keys encrypted again'));
}
