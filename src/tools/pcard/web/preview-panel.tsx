import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import type { Preview, Warning } from '../contract.ts';
import { PreviewLines, type ReadLines } from './preview-lines.tsx';
import styles from './process.module.css';
import { sayDay, sayMoney } from './say.ts';

type Transaction = Preview['unmapped']['rows'][number];

const transactionColumns: readonly Column<Transaction>[] = [
  { title: 'Row', width: 'fit', cell: ({ row }) => row.toLocaleString('en-US') },
  { title: 'Merchant', cell: ({ merchant, mcc }) => (mcc === '' ? merchant : `${merchant} (${mcc})`) },
  { title: 'Card', width: 'fit', cell: ({ card }) => card },
  { title: 'Date', width: 'fit', cell: ({ date }) => sayDay(date) },
  { title: 'Amount', width: 'fit', align: 'end', cell: ({ amount }) => sayMoney(amount) },
];

interface PreviewPanelProps {
  preview: Preview;
  readLines: ReadLines;
}

/** What a file would become. Nothing is kept yet. */
export function PreviewPanel({ preview, readLines }: PreviewPanelProps) {
  const { journalLogNumber, profile, transactions, debits, credits, warnings } = preview;
  const { accounts, cards, unmapped, dropped, lines } = preview;
  const isComplete = unmapped.total === 0;
  return (
    <section className={styles.preview} aria-label="Preview">
      <div role="status">
        <h2 className={styles.heading}>Preview of {journalLogNumber}</h2>
        <p className={styles.soft}>
          {profile}. {counted(transactions, 'transaction', 'transactions')}, debits of {sayMoney(debits)}, and
          credits of {sayMoney(credits)}. Nothing is kept until you process the file.
        </p>
      </div>
      {warnings.map((warning) => (
        <WarningNote key={warning.kind} warning={warning} />
      ))}
      {!isComplete && (
        <Part
          title={`${counted(unmapped.total, 'transaction has', 'transactions have')} no account`}
          note="The file can't be processed until a rule of the profile, or the file itself, gives each an account."
          some={unmapped}
        >
          <DataTable
            caption="Transactions without an account"
            columns={transactionColumns}
            rows={unmapped.rows}
            keyOf={({ row }) => String(row)}
          />
        </Part>
      )}
      <Part title="By account" some={accounts}>
        <DataTable
          caption="Totals by account"
          columns={[
            { title: 'Account', cell: ({ account }) => account },
            {
              title: 'Lines',
              width: 'fit',
              align: 'end',
              cell: (one) => one.lines.toLocaleString('en-US'),
            },
            { title: 'Debit', width: 'fit', align: 'end', cell: ({ debit }) => sayMoney(debit) },
            { title: 'Credit', width: 'fit', align: 'end', cell: ({ credit }) => sayMoney(credit) },
          ]}
          rows={accounts.rows}
          keyOf={({ account }) => account}
        />
      </Part>
      <Part title="By card" some={cards}>
        <DataTable
          caption="Totals by card"
          columns={[
            { title: 'Card', width: 'fit', cell: ({ card }) => card },
            { title: 'Cardholder', cell: ({ cardholder }) => cardholder || '–' },
            {
              title: 'Transactions',
              width: 'fit',
              align: 'end',
              cell: (one) => one.transactions.toLocaleString('en-US'),
            },
            { title: 'Amount', width: 'fit', align: 'end', cell: ({ amount }) => sayMoney(amount) },
          ]}
          rows={cards.rows}
          keyOf={({ card }) => card}
        />
      </Part>
      {dropped.total > 0 && (
        <Part
          title={`${counted(dropped.total, 'transaction', 'transactions')} of zero left out`}
          note="A journal has no zero lines."
          some={dropped}
        >
          <DataTable
            caption="Zero transactions"
            columns={transactionColumns}
            rows={dropped.rows}
            keyOf={({ row }) => String(row)}
          />
        </Part>
      )}
      <Part
        title="Lines of the journal"
        note="Each with the row it came from and the rule that chose its account."
      >
        <PreviewLines lines={lines} readLines={readLines} />
      </Part>
    </section>
  );
}

interface PartProps {
  title: string;
  note?: string;
  /** Says so if only the first ones are shown. */
  some?: { rows: readonly unknown[]; total: number };
  children: ReactNode;
}

/** A table with its heading. */
function Part({ title, note, some, children }: PartProps) {
  return (
    <section>
      <h3 className={styles.subheading}>{title}</h3>
      {note !== undefined && <p className={styles.soft}>{note}</p>}
      <Panel flush>{children}</Panel>
      {some !== undefined && some.total > some.rows.length && (
        <p className={styles.soft}>
          Showing the first {some.rows.length} of {some.total.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  );
}

function WarningNote({ warning: { text, rows } }: { warning: Warning }) {
  return (
    <div className={styles.warning}>
      <TriangleAlert size={18} aria-hidden="true" />
      <p>
        {text}
        {rows.length > 0 && (
          <span className={styles.rows}>
            {' '}
            {rows.length === 1 ? 'Row' : 'Rows'} {rows.join(', ')}
            {rows.length === 20 && ', and perhaps more'}.
          </span>
        )}
      </p>
    </div>
  );
}
