import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { UnitOfWork } from '../change/change.ts';
import { findUnjoined } from '../directory/join.ts';
import type { CleanProfile } from './clean-profile.ts';
import { requestColumns } from './people.ts';

/**
 * A person has no directory record, and one that belongs to no one has their address: an administrator is asked whether
 * it is theirs. The sign-in continues; asking about the same record again changes nothing.
 */
export async function askAboutRecord(
  unit: UnitOfWork,
  { provider, profile, personId }: { provider: string; profile: CleanProfile; personId: string },
): Promise<void> {
  const { transaction } = unit;
  const key = await findUnjoined(transaction, personId);
  if (key === null) return;
  const { subject, email, name } = profile;
  const request = { provider, subject, email, name, person_id: personId, directory_key: key };
  const left = await transaction
    .insertInto('link_requests')
    .values({ id: uuid(), ...request })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        // A different question: someone deciding the earlier one must not decide this one.
        .doUpdateSet({ id: uuid(), ...request, created_at: sql`now()` })
        .where('link_requests.directory_key', 'is distinct from', key),
    )
    .returning('id')
    .executeTakeFirst();
  if (left === undefined) return;
  unit.record({
    action: 'link-request.create',
    subject: { type: 'link-request', id: left.id, columns: requestColumns },
    after: request,
    about: { personId },
  });
}
