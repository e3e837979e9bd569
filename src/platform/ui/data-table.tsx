import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  /** The heading of the column, and on phones the word before the value. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are at the end, so that their digits are aligned. */
  align?: 'end';
  /** `fit`: as narrow as its content. `rest`: what remains; longer text is cut with an ellipsis. */
  width?: 'fit' | 'rest';
  /** The orders that the heading switches between, the usual one first. */
  orders?: readonly [ColumnOrder, ColumnOrder];
  /** For a column of buttons: the heading is only for screen readers. */
  unlabeled?: boolean;
}

export interface ColumnOrder {
  /** What the list calls it, such as `-visits`. */
  name: string;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row> {
  /** What is in the table, for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Two columns stay side by side in narrow spaces, unless the second has controls that squeeze the first. */
  stacks?: boolean;
  /** The order of the rows; empty for the list's own. */
  order?: string;
  /** Required if a column has orders. Empty goes back to the list's own order. */
  onOrder?: (order: string) => void;
}

/**
 * Rows and columns that become labeled cards in narrow spaces (unless there are only two columns). The roles are
 * written out because a table that is not displayed as one loses them in some browsers.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, stacks = columns.length > 2, order = '', onOrder } = props;
  return (
    <div className={stacks ? `${styles.scroll} ${styles.frame}` : styles.scroll}>
      <table className={styles.table} {...role('table')}>
        <caption className="quad-heard">{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map(({ title, align, width, unlabeled, orders }) => (
              <th
                key={title}
                scope="col"
                data-align={align}
                data-width={width}
                aria-sort={orders?.find(({ name }) => name === order)?.direction}
                {...role('columnheader')}
              >
                {orders === undefined || onOrder === undefined ? (
                  <span className={unlabeled ? 'quad-heard' : undefined}>{title}</span>
                ) : (
                  <OrderButton title={title} orders={orders} order={order} onOrder={onOrder} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...role('row')}>
              {columns.map(({ title, cell, align, width, unlabeled }, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={title}
                    data-align={align}
                    data-width={width}
                    data-unlabeled={unlabeled || undefined}
                    {...(index === 0 ? { scope: 'row', ...role('rowheader') } : role('cell'))}
                  >
                    {index > 0 && !unlabeled && (
                      <span className={styles.label} aria-hidden="true">
                        {title}
                      </span>
                    )}
                    <div className={styles.value}>{cell(row)}</div>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OrderButtonProps {
  title: string;
  orders: readonly [ColumnOrder, ColumnOrder];
  order: string;
  onOrder: (order: string) => void;
}

/** A heading that orders the rows: another press reverses the order, the next one removes it. */
function OrderButton({ title, orders, order, onOrder }: OrderButtonProps) {
  const [usual, other] = orders;
  const next = order === usual.name ? other.name : order === other.name ? '' : usual.name;
  const current = orders.find(({ name }) => name === order);
  const Arrow =
    current === undefined ? ChevronsUpDown : current.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button type="button" className={styles.order} data-prints onClick={() => onOrder(next)}>
      {title}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}

function role(name: string): { role: string } {
  return { role: name };
}
