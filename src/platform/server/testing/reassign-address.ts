import type { TestDatabase } from './test-database.ts';

/** In the directory, the person whose account has this address left, and someone who has not signed in yet has it now. */
export async function reassignAddress({ pool }: Pick<TestDatabase, 'pool'>, email: string): Promise<void> {
  await pool.query(
    `insert into directory_records (key, email, active, person_id, account_name, given_name, family_name, title,
       department, department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
     select state || $1, $1, state = 'new', (select id from people where email = $1 and state = 'left'), '', '', '', '',
       '', '', '', '', '', 'employee', '{}', false, '', '' from unnest(array['left', 'new']) state`,
    [email],
  );
}
