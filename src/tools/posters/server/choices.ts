import { valueOn } from '../../../platform/server/settings/tool-settings.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { Posters } from './posters.ts';
import { afterWorkingDays } from './working-days.ts';

/** The first day on which the mail room can be done with what comes today. */
export function earliestDay({ leadDays, holidays, timeZone }: Posters): string {
  return afterWorkingDays(dayOf(Date.now(), timeZone), leadDays, new Set(holidays));
}

/** What a square foot costs today, in cents; `null` before the first price. */
export function priceOf({ timeZone }: Posters, { squareFoot }: Posters['papers'][number]): number | null {
  const dollars = valueOn(squareFoot, dayOf(Date.now(), timeZone));
  return dollars === undefined ? null : Math.round(dollars * 100);
}
