import type { FilesCampus } from '../settings.ts';
import type { FileRow } from './queries.ts';

/** When a file of this content type ends, counted from now; `null` for never. */
export function retirementOf(
  contentType: FileRow['content_type'],
  { lifeMonths }: Pick<FilesCampus, 'lifeMonths'>,
  now: Date = new Date(),
): Date | null {
  const months = lifeMonths[contentType];
  if (months === undefined) return null;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}
