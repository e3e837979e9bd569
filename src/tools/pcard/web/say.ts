const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,234.50`. @param dollars At most two decimals */
export const sayMoney = (dollars: number) => money.format(dollars);

/** The same, or nothing for the other side of a journal. */
export const sayMoneyOrNothing = (dollars: number | null) => (dollars === null ? '' : sayMoney(dollars));

/** `11/03/2026` of `2026-11-03`. */
export function sayDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return day === '' ? '' : `${month}/${date}/${year}`;
}
