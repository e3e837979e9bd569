import type { Reader } from '../../../platform/server/db/database.ts';
import { dayAfter, dayOf } from '../../../platform/server/time/time.ts';
import { typedMoment } from '../../../platform/server/time/typed-moment.ts';
import type { WifiCampus } from '../settings.ts';
import { hasLeft } from './queries.ts';

const dayMs = 86_400_000;
/** In days. A key that is created closer to the yearly day lasts until the next one. */
const shortestLife = 14;
/** In days, for a key of someone who left the directory. */
const lifeAfterLeaving = 30;

/** When a key that is created now expires. A new key is never so close to its end that its owner is notified at once. */
export function expiryOf(
  { life, noticeDays }: Pick<WifiCampus, 'life' | 'noticeDays'>,
  now: Date,
  timeZone: string,
): Date {
  if ('days' in life) return endAfter(life.days, now, timeZone);
  const shortest = Math.max(shortestLife, noticeDays + 1) * dayMs;
  const year = Number(dayOf(now, timeZone).slice(0, 4));
  const moments = [year, year + 1, year + 2].map((one) =>
    endOf(`${one}-${realDay(one, life.until)}`, timeZone),
  );
  const fitting = moments.find((moment) => moment.getTime() - now.getTime() >= shortest);
  return fitting ?? new Date(now.getTime() + 365 * dayMs);
}

/**
 * When this person's key expires, given when it usually would. People who left the directory may still be let in for
 * hours or for years, and nothing says when that ends, so their keys are short-lived.
 */
export async function expiryFor(
  reader: Reader,
  ownerId: string,
  { campus: { noticeDays }, timeZone }: { campus: Pick<WifiCampus, 'noticeDays'>; timeZone: string },
): Promise<(usual: Date) => Date> {
  if (!(await hasLeft(reader, ownerId))) return (usual) => usual;
  const latest = endAfter(Math.max(lifeAfterLeaving, noticeDays + 1), new Date(), timeZone);
  return (usual) => new Date(Math.min(latest.getTime(), usual.getTime()));
}

/** The end of the day this many days from today, on the college's clock. */
export function endAfter(days: number, now: Date, timeZone: string): Date {
  return endOf(dayAfter(dayOf(now, timeZone), days), timeZone);
}

/** February 29 and the like become the last day of their month. */
function realDay(year: number, monthAndDay: string): string {
  const [month = 1, day = 1] = monthAndDay.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [month, Math.min(day, last)].map((part) => String(part).padStart(2, '0')).join('-');
}

function endOf(day: string, timeZone: string): Date {
  const moment = typedMoment(day, timeZone);
  if (moment === null) throw new Error(`${day} is not a day.`);
  return new Date(moment);
}
