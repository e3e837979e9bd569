import type { DataOwner } from '../../../platform/server/change/audit.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { selectOwners } from './queries.ts';
import { fold } from './read-grades.ts';
import type { StoredGrade } from './tables.ts';

/**
 * The grades with their students, by the account or directory record that their email finds. To be stored with them:
 * later, the address may belong to someone else.
 */
export async function withStudents(reader: Reader, rows: readonly StoredGrade[]): Promise<StoredGrade[]> {
  const emails = new Set(rows.flatMap(({ email }) => (email === '' ? [] : [email])));
  const known = new Map((await selectOwners(reader, [...emails])).map((owner) => [owner.email, owner]));
  return rows.map((row) => {
    const { personId = null, key = null } = known.get(row.email) ?? {};
    if (personId !== null) return { ...row, owner: { personId } };
    return key === null ? row : { ...row, owner: { directoryKey: key } };
  });
}

/**
 * Names the students whose grades are about to be shown: as they were found when the grades were uploaded, otherwise as
 * their email finds them now, since many sign in for the first time later. Someone found by neither has their college ID.
 */
export async function tellWhose(
  { reader, tellAbout }: Pick<CallContext, 'reader' | 'tellAbout'>,
  rows: readonly StoredGrade[],
): Promise<void> {
  const [known, unknown] = [rows.filter(({ owner }) => owner), rows.filter(({ owner }) => !owner)];
  const owners = new Map(
    [...known, ...(await withStudents(reader, unknown))].map(({ owner, studentId }): [string, DataOwner] => [
      owner === undefined ? fold(studentId) : JSON.stringify(owner),
      owner ?? { collegeId: studentId },
    ]),
  );
  tellAbout([...owners.values()]);
}
