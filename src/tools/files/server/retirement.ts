import { localMoment, typedMoment } from '../../../platform/server/time/typed-moment.ts';
import type { FileServices } from './files.ts';
import type { FileRow } from './queries.ts';

/**
 * When a file of this content type expires: this many months from now by the college's calendar, on the last day
 * of a shorter month. `null` for never.
 */
export function retirementOf(
  contentType: FileRow['content_type'],
  { lifeMonths, timeZone }: Pick<FileServices, 'lifeMonths' | 'timeZone'>,
  now: Date = new Date(),
): Date | null {
  const months = lifeMonths[contentType];
  if (months === undefined) return null;
  const [today = '', clock = ''] = localMoment(now, timeZone).split(' ');
  const moment = typedMoment(`${monthsAfter(today, months)} ${clock.slice(0, 8)}`, timeZone);
  if (moment === null) throw new Error('The end of a file is no moment.');
  return new Date(moment);
}

function monthsAfter(day: string, months: number): string {
  const end = new Date(`${day}T00:00:00Z`);
  const dayOfMonth = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  // August 31 and six months are March 3, three days past the end of February.
  if (end.getUTCDate() !== dayOfMonth) end.setUTCDate(0);
  return end.toISOString().slice(0, 10);
}
