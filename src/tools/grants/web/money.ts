const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,234.50`. @param dollars At most two decimals */
export function sayMoney(dollars: number): string {
  return format.format(dollars);
}

/** What this many miles come to, in cents. @param rate Dollars for a mile, at most three decimals */
export function mileageCents(miles: number, rate: number): number {
  return Math.round((miles * Math.round(rate * 1_000)) / 10);
}

/** `0.55`, and `0.725`. */
export function sayMileageRate(rate: number): string {
  return rate.toFixed(Math.round(rate * 1_000) % 10 === 0 ? 2 : 3);
}
