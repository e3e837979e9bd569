import { dayAfter, dayOf } from '../../../platform/server/time/time.ts';
import { typedMoment } from '../../../platform/server/time/typed-moment.ts';
import type { Life } from '../settings.ts';

const dayMs = 86_400_000;
/** A key that is made shortly before the yearly day lasts until the next one. */
const shortestLife = 14 * dayMs;

/** When a key that is made now expires: at the end of the day, on the college's clock. */
export function expiryOf(life: Life, now: Date, timeZone: string): Date {
  const today = dayOf(now, timeZone);
  if ('days' in life) return endOf(dayAfter(today, life.days), timeZone);
  const year = Number(today.slice(0, 4));
  const moments = [year, year + 1, year + 2].map((one) =>
    endOf(`${one}-${realDay(one, life.until)}`, timeZone),
  );
  const fitting = moments.find((moment) => moment.getTime() - now.getTime() >= shortestLife);
  return fitting ?? new Date(now.getTime() + 365 * dayMs);
}

/** February 29 and the like become the last day of their month. */
function realDay(year: number, monthAndDay: string): string {
  const [month = 1, day = 1] = monthAndDay.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [month, Math.min(day, last)].map((part) => String(part).padStart(2, '0')).join('-');
}

function endOf(day: string, timeZone: string): Date {
  const moment = typedMoment(day, timeZone);
  if (moment === null) throw new Error(`${day} is no day.`);
  return new Date(moment);
}
