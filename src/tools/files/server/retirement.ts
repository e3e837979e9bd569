import type { FilesCampus } from '../settings.ts';
import type { FileRow } from './queries.ts';

/** When a file of this content type ends, counted from now; in a shorter month on its last day. `null` for never. */
export function retirementOf(
  contentType: FileRow['content_type'],
  { lifeMonths }: Pick<FilesCampus, 'lifeMonths'>,
  now: Date = new Date(),
): Date | null {
  const months = lifeMonths[contentType];
  if (months === undefined) return null;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  // August 31 and six months are March 3, three days past the end of February.
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0);
  return end;
}
