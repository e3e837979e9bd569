import type { DataOwner } from '../../../platform/server/change/audit.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { selectOwners } from './queries.ts';
import { fold } from './read-grades.ts';
import type { StoredGrade } from './tables.ts';

/**
 * Names the students whose grades are about to be shown: by their account or directory record where their email finds one,
 * otherwise by their college ID.
 */
export async function tellWhose(
  { reader, tellAbout }: Pick<CallContext, 'reader' | 'tellAbout'>,
  rows: readonly StoredGrade[],
): Promise<void> {
  const students = new Map(rows.map((row) => [fold(row.studentId), row]));
  const emails = [...students.values()].flatMap(({ email }) => (email === '' ? [] : [email]));
  const known = new Map((await selectOwners(reader, emails)).map((owner) => [owner.email, owner]));
  const owners = [...students.values()].map(({ studentId, email }): DataOwner => {
    const owner = known.get(email);
    if (typeof owner?.personId === 'string') return { personId: owner.personId };
    return typeof owner?.key === 'string' ? { directoryKey: owner.key } : { collegeId: studentId };
  });
  tellAbout(owners);
}
