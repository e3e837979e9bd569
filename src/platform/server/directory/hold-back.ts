/** What a reading of the directory would change. */
export interface Difference {
  /** Active people before it. */
  before: number;
  records: number;
  added: number;
  changed: number;
  gone: number;
  /** Active employees before it, and those of them who would be gone, or students. */
  employees: number;
  unlisted: number;
  /** Active students before it, and those of them who would be gone. */
  allStudents: number;
  studentsGone: number;
  /**
   * Groups that would lose at least half of their members, or of those who have access through them: of two sources, one may
   * name the members and the other give the access. However small, those that would give access to no one anymore.
   */
  shrunken: readonly { group: string; gives_access: boolean; before: number; left: number }[];
  /** Confidential people who stay, and those of them who would no longer be confidential. */
  confidential: number;
  revealed: number;
  /** Students who stay, and those of them who would be employees. */
  students: number;
  hired: number;
  /** Employees whom everyone sees, before it and in addition; without those who come back as the employees they were. */
  listed: number;
  shown: number;
  /** People who would be added with groups that give access. */
  admitted: number;
}

/** How many may leave, or be shown to everyone, whatever the size of the college. */
const fewGone = 50;
const shareGone = 0.1;
/** With fewer people, a smaller group, or fewer confidential people, half are soon gone. */
export const smallGroup = 6;

/**
 * Why a change looks like a broken source rather than like people who left; `null` when it may be applied. Only people
 * and members who go count, and people whom everyone would see: those who come are no danger to anyone's access. The
 * first employees are checked as well, since no earlier reading confirms that their place is the right one.
 */
export function suspicionOf(difference: Difference): string | null {
  const reasons = [lossOf(difference), exposureOf(difference), hiringOf(difference) ?? listingOf(difference)];
  return reasons.filter((reason) => reason !== null).join(' ') || null;
}

const isHalf = (part: number, whole: number) => whole >= smallGroup && part * 2 >= whole;
const isMany = (part: number, whole: number) =>
  isHalf(part, whole) || part > Math.max(fewGone, whole * shareGone);

/** A source without their marks, such as a file without that column, looks as if no one asked for confidentiality. */
function exposureOf({ confidential, revealed }: Difference): string | null {
  if (revealed === 0 || (revealed < confidential && !isHalf(revealed, confidential))) return null;
  return `${revealed.toLocaleString('en-US')} of ${confidential.toLocaleString('en-US')} people would no longer be confidential.`;
}

/** Everyone sees employees: one place of the directory server was mistaken for another. */
function hiringOf({ students, hired }: Difference): string | null {
  if (!isMany(hired, students)) return null;
  return `${hired.toLocaleString('en-US')} of ${students.toLocaleString('en-US')} students would become employees, whom everyone sees.`;
}

/** People who were never in the directory, such as students in a place that is mistaken for one of employees. */
function listingOf({ before, listed, shown, admitted }: Difference): string | null {
  // IT's own permissions may come from this very reading. Then no one could confirm it.
  const isOnlyWayIn = before === 0 && admitted > 0;
  if (isOnlyWayIn || !isMany(shown, listed)) return null;
  const current = listed === 0 ? '' : ` in addition to the current ${listed.toLocaleString('en-US')}`;
  return `${shown.toLocaleString('en-US')} people would be added as employees${current}, whom everyone sees.`;
}

/** Also by kind: all employees are few compared to the students, and their place in the directory server may be gone. */
function lossOf({ shrunken, ...difference }: Difference): string | null {
  const { before, gone, employees, unlisted, allStudents, studentsGone } = difference;
  if (isMany(gone, before)) return sayShare(gone, before, 'people', 'removed');
  if (isMany(unlisted, employees))
    return sayShare(unlisted, employees, 'employees', 'removed or become students');
  if (isMany(studentsGone, allStudents)) return sayShare(studentsGone, allStudents, 'students', 'removed');
  const [first] = shrunken;
  if (first === undefined) return null;
  const others = shrunken.length === 1 ? '' : ` So would ${shrunken.length - 1} other groups.`;
  const what = first.gives_access ? 'people with access through it' : 'members';
  return `The group ${first.group} would go from ${first.before} to ${first.left} ${what}.${others}`;
}

function sayShare(part: number, whole: number, who: string, what: string): string {
  const share = Math.floor((100 * part) / whole);
  return `${part.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')} ${who} (${share}%) would be ${what}.`;
}
