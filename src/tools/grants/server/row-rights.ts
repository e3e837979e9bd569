import { sql } from 'kysely';
import type { RowHolder, RowRight } from '../../../platform/server/access/row-right.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { hasAddress } from '../../../platform/server/mail/find-address.ts';
import { seatOf, selectApprovers } from './seats.ts';

/** A seat lets its owner vote, whatever their groups. */
export const seatRight: RowRight = {
  id: 'grants.seat',
  about: 'Vote on funding applications, and check final reports.',
  by: 'a seat on the list of approvers',
  has: async (reader, person) => seatOf(await selectApprovers(reader), person) !== undefined,
  holders: (reader) =>
    readRows(
      reader,
      sql<RowHolder>`
        select coalesce(p.id, s.id)::text as id, coalesce(p.name, s.full_name) as name,
          coalesce(p.email, s.email) as email, p.id is not null as "hasSignedIn", coalesce(p.disabled, false) as blocked
        from grant_approvers s left join people p on p.email_released_at is null
          and (p.id = s.person_id or (s.person_id is null and lower(p.email) = s.folded_email and ${hasAddress}))
        order by coalesce(p.name, s.full_name) collate alphabet, 1`,
    ),
};
