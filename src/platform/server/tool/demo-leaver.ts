import { sql } from 'kysely';
import type { WriteTransaction } from '../db/database.ts';

/** Someone at the demo college who has left, and whose things are waiting to be handed over. */
export const demoLeaver = {
  name: 'Rowan Ashgrove',
  email: 'rowan.ashgrove@sawtooth.example',
  key: 'E9001',
} as const;

/** Their account and their record, which the directory no longer has. @returns the id of the account */
export async function makeDemoLeaver(transaction: WriteTransaction): Promise<string> {
  const { name, email, key } = demoLeaver;
  const [given = '', family = ''] = name.split(' ');
  await sql`
    insert into people (id, email, name, given_name, family_name, folded)
    values (gen_random_uuid(), ${email}, ${name}, ${given}, ${family}, lower(${name}) || chr(10) || ${email})
    on conflict do nothing`.execute(transaction);
  const { rows } = await sql<{ id: string }>`select id from people where email = ${email}`.execute(
    transaction,
  );
  const id = rows[0]?.id ?? '';
  await sql`
    insert into identities (provider, subject, person_id, groups)
    values ('demo', ${email}, ${id}, '{Domain-Staff}') on conflict do nothing`.execute(transaction);
  await sql`
    insert into directory_records (key, account_name, email, given_name, family_name, title, department,
      department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash, active, person_id)
    values (${key}, '', ${email}, ${given}, ${family}, 'Web Editor', 'Marketing', '', '', '', '', 'employee', '{}',
      false, lower(${name}), '', false, ${id})
    on conflict do nothing`.execute(transaction);
  return id;
}
