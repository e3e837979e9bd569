import type { ColumnOrder } from '../../../platform/ui/data-table.tsx';
import type { LinkOrder } from '../contract.ts';

const newestFirst = 'Newest first';

/** What people call the orders of the list. */
const orderTitles: Readonly<Record<LinkOrder, string>> = {
  shortUrl: 'Short URL, A to Z',
  '-shortUrl': 'Short URL, Z to A',
  '-visits': 'Most visits first',
  visits: 'Fewest visits first',
  expirationDate: 'Expiring soonest first',
  '-expirationDate': 'Expiring latest first',
};

export function titleOf(order: string): string {
  return orderTitles[order as LinkOrder] ?? newestFirst;
}

/** For the list on a phone, which shows no headings. */
export const orderOptions: readonly { value: LinkOrder | ''; label: string }[] = [
  { value: '', label: newestFirst },
  ...Object.entries(orderTitles).map(([value, label]) => ({ value: value as LinkOrder, label })),
];

/** The orders of a column, the usual one first. */
export function ordersOf(usual: LinkOrder, other: LinkOrder): readonly [ColumnOrder, ColumnOrder] {
  const order = (name: LinkOrder): ColumnOrder => ({
    name,
    direction: name.startsWith('-') ? 'descending' : 'ascending',
  });
  return [order(usual), order(other)];
}
