import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
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
        <span className={styles.stack}>
          <Person {...by} />
          {actingFor !== null && <span className={styles.soft}>for {actingFor}</span>}
        </span>
      ),
    },
    {
      title: 'Whose data',
      width: 'fit',
      cell: ({ about }) =>
        about === null ? <span className={styles.soft}>None</span> : <Person {...about} />,
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
    <span className={styles.stack}>
      <span>{name}</span>
      {email !== null && email !== '' && (
        <span className={styles.soft}>
          <EmailText>{email}</EmailText>
        </span>
      )}
    </span>
  );
}
