import { sayMoney } from './money.ts';

/** How what was spent compares with what was approved. */
export function sayDifference(actual: number, approved: number): string {
  const cents = Math.round((actual - approved) * 100);
  if (cents === 0) return 'This is exactly that amount.';
  return `This is ${sayMoney(Math.abs(cents) / 100)} ${cents > 0 ? 'more' : 'less'}.`;
}
