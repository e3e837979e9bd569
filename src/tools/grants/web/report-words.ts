import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { sayMoney } from './money.ts';

/** How what was spent compares with what was approved. */
export function sayDifference(actual: number, approved: number): string {
  const cents = Math.round((actual - approved) * 100);
  if (cents === 0) return 'This is exactly that.';
  return `This is ${sayMoney(Math.abs(cents) / 100)} ${cents > 0 ? 'more' : 'less'}.`;
}

/** `Mar 14, 2027`. */
export function sayDay(day: string): string {
  return `${formatDay(day)}, ${day.slice(0, 4)}`;
}
