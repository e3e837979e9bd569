/** What a reading of the directory would change. */
export interface Difference {
  /** Active people before it. */
  before: number;
  records: number;
  added: number;
  changed: number;
  gone: number;
  /**
   * Groups that would lose at least half of their members, or of those who have access by them: of two sources, one may
   * name the members and the other give the access.
   */
  shrunken: readonly { group: string; gives_access: boolean; before: number; left: number }[];
  /** Confidential people who stay, and those of them who would no longer be confidential. */
  confidential: number;
  revealed: number;
}

/** So many may leave whatever the size of the college. */
const fewGone = 50;
const shareGone = 0.1;
/** Of fewer people, a smaller group, or fewer confidential people, half is soon gone. */
export const smallGroup = 6;

/**
 * Why a change looks like a broken source rather than like people who left; `null` when it may be applied. Only people
 * and members who go count, and people whom everyone would see: those who come are no danger to anyone's access.
 */
export function suspicionOf(difference: Difference): string | null {
  return [lossOf(difference), exposureOf(difference)].filter((reason) => reason !== null).join(' ') || null;
}

/** A source without their marks, such as a file without that column, looks as if no one asked to be withheld. */
function exposureOf({ confidential, revealed }: Difference): string | null {
  const isHalf = confidential >= smallGroup && revealed * 2 >= confidential;
  if (revealed === 0 || (revealed < confidential && !isHalf)) return null;
  return `${revealed.toLocaleString('en-US')} of ${confidential.toLocaleString('en-US')} people would no longer be confidential.`;
}

function lossOf({ before, gone, shrunken }: Difference): string | null {
  const isHalf = before >= smallGroup && gone * 2 >= before;
  if (isHalf || gone > Math.max(fewGone, before * shareGone)) {
    const share = Math.floor((100 * gone) / before);
    return `${gone.toLocaleString('en-US')} of ${before.toLocaleString('en-US')} people (${share}%) would be removed.`;
  }
  const [first] = shrunken;
  if (first === undefined) return null;
  const others = shrunken.length === 1 ? '' : ` So would ${shrunken.length - 1} other groups.`;
  const what = first.gives_access ? 'people with access by it' : 'members';
  return `The group ${first.group} would go from ${first.before} to ${first.left} ${what}.${others}`;
}
