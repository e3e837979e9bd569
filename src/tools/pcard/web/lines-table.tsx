import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import type { JournalLineSent } from '../contract.ts';
import { sayDay, sayMoneyOrNothing } from './say.ts';

const columns: readonly Column<JournalLineSent>[] = [
  { title: 'Line', width: 'fit', cell: ({ line }) => line.toLocaleString('en-US') },
  { title: 'Account', width: 'fit', cell: ({ account }) => account },
  { title: 'Debit', width: 'fit', align: 'end', cell: ({ debit }) => sayMoneyOrNothing(debit) },
  { title: 'Credit', width: 'fit', align: 'end', cell: ({ credit }) => sayMoneyOrNothing(credit) },
  { title: 'Description', cell: ({ description }) => description },
  {
    title: 'Where it came from',
    cell: ({ source, rule }) =>
      source === null ? (
        rule
      ) : (
        <Stacked>
          <span>
            {`Row ${source.row.toLocaleString('en-US')}: ${source.merchant}, card ${source.card}, ${sayDay(source.date)}`}
          </span>
          <Soft>{rule}</Soft>
        </Stacked>
      ),
  },
];

/** Each line with its row of the file and the rule that chose its account. */
export function LinesTable({ lines }: { lines: readonly JournalLineSent[] }) {
  return (
    <DataTable
      caption="Lines of the journal"
      columns={columns}
      rows={lines}
      keyOf={({ line }) => String(line)}
    />
  );
}
