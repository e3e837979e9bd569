import { type RawBuilder, sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';

/**
 * Creates the accounts of demo people, as their first sign-in would, so that demo data can belong to them.
 * @param isWanted Of a row of `demo_people`
 */
export async function makeDemoAccounts(
  transaction: WriteTransaction,
  isWanted: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    with made as (
      insert into people (id, email, name, given_name, family_name, folded)
      select gen_random_uuid(), email, name, split_part(name, ' ', 1), split_part(name, ' ', -1),
        lower(name) || chr(10) || email
      from demo_people where ${isWanted}
      on conflict do nothing
      returning id, email
    )
    insert into identities (provider, subject, person_id, groups)
    select 'demo', email, id, groups from made join demo_people using (email)`.execute(transaction);
}
