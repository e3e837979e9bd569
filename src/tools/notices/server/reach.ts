import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { addressOf, canGetEmail, hasAddress } from '../../../platform/server/mail/find-address.ts';

/**
 * The addresses of everyone with one of these groups, each once and in lower case: accounts that can get email, by their
 * own groups or those of their directory record, and directory records that no one has signed in with yet. Such a record
 * at the address of someone who is blocked is their own, unless they have left.
 * @param groups `null`: everyone
 */
export function addressesOf(groups: readonly string[] | null) {
  const isAnyone = groups === null ? sql<boolean>`true` : sql<boolean>`false`;
  const inAccount = sql<boolean>`i.groups && ${groups ?? []}::text[]`;
  const inRecord = sql<boolean>`(d.groups || d.access_groups) && ${groups ?? []}::text[]`;
  return sql`
    select ${addressOf} as email from people p
    where ${canGetEmail} and (${isAnyone}
      or exists (select from identities i where i.person_id = p.id and ${inAccount})
      or exists (select from directory_records d where d.person_id = p.id and d.active and ${inRecord}))
    union
    select lower(d.email) from directory_records d
    where d.active and d.email <> '' and d.person_id is null and (${isAnyone} or ${inRecord})
    except
    select lower(p.email) from people p where p.disabled and ${hasAddress}`;
}

export async function countReached(reader: Reader, groups: readonly string[] | null): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ people: number }>`select count(*) as people from (${addressesOf(groups)}) as reached`,
  );
  return rows[0]?.people ?? 0;
}
