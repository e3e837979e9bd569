import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import type { Newcomer } from '../contract.ts';
import styles from './people-table.module.css';
import { Groups } from './people-table.tsx';

const columns: readonly Column<Newcomer>[] = [
  {
    title: 'Name',
    width: 'fit',
    cell: ({ name, confidential }) => (
      <span className={styles.name}>
        {name}
        {confidential && <Tag tone="warning">Confidential</Tag>}
      </span>
    ),
  },
  {
    title: 'Email',
    width: 'fit',
    cell: ({ email }) => (
      <span className={styles.email}>{email === '' ? 'None' : <EmailText>{email}</EmailText>}</span>
    ),
  },
  {
    title: 'What they are',
    cell: ({ kind, title, department }) =>
      [kind === 'student' ? 'Student' : title || 'Employee', department]
        .filter((part) => part !== '')
        .join(', '),
  },
  { title: 'Groups (for lists)', cell: ({ groups }) => <Groups groups={groups} /> },
  { title: 'Key', width: 'fit', cell: ({ id }) => id },
];

/** People who are only in the directory. */
export function NewcomersTable({ people }: { people: readonly Newcomer[] }) {
  return (
    <DataTable
      caption="People in the directory who have never signed in, by name"
      columns={columns}
      rows={people}
      keyOf={({ id }) => id}
    />
  );
}
