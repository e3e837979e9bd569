const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,234.50`. @param dollars At most two decimals */
export function sayMoney(dollars: number): string {
  return format.format(dollars);
}
