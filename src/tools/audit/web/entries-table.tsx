import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Entry } from '../contract.ts';
import styles from './audit.module.css';
import { actionWords } from './words.ts';

interface EntriesTableProps {
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
}

export function EntriesTable({ entries, onOpen }: EntriesTableProps) {
  const columns: Column<Entry>[] = [
    {
      title: 'Action',
      width: 'fit',
      cell: (entry) => (
        <button type="button" className={styles.open} data-prints onClick={() => onOpen(entry)}>
          {actionWords(entry.action)}
        </button>
      ),
    },
    { title: 'When', width: 'fit', cell: ({ at }) => <CampusTime value={at} /> },
    {
      title: 'Who',
      width: 'fit',
      cell: ({ by, actingFor }) => (
        <Stacked>
          <Person {...by} />
          {actingFor !== null && <Soft>for {actingFor}</Soft>}
        </Stacked>
      ),
    },
    {
      title: 'Whose data',
      width: 'fit',
      cell: ({ about }) => (about === null ? <Soft>None</Soft> : <Person {...about} />),
    },
    {
      title: 'Subject',
      cell: ({ subject }) => <span className={styles.id}>{subject.id}</span>,
    },
  ];
  return (
    <DataTable
      caption="Audit entries, newest first"
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
    />
  );
}

export function Person({ name, email }: Entry['by']) {
  return (
    <Stacked>
      <span>{name}</span>
      {email !== null && email !== '' && (
        <Soft>
          <EmailText>{email}</EmailText>
        </Soft>
      )}
    </Stacked>
  );
}
