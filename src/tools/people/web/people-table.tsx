import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Person } from '../contract.ts';
import styles from './people-table.module.css';

interface PeopleTableProps {
  people: readonly Person[];
  onDetails: (person: Person) => void;
}

export function PeopleTable({ people, onDetails }: PeopleTableProps) {
  const columns: Column<Person>[] = [
    {
      title: 'Name',
      width: 'fit',
      cell: (person) => (
        <span className={styles.name}>
          <button type="button" className={styles.open} data-prints onClick={() => onDetails(person)}>
            {person.name}
          </button>
          {person.blocked && <Tag tone="bad">Blocked</Tag>}
        </span>
      ),
    },
    {
      title: 'Email',
      width: 'fit',
      cell: ({ email }) => (
        <span className={styles.email}>
          <EmailText>{email}</EmailText>
        </span>
      ),
    },
    { title: 'Groups', cell: ({ groups }) => <Groups groups={groups} /> },
    {
      title: 'Sessions',
      width: 'fit',
      align: 'end',
      cell: ({ sessions }) => sessions.toLocaleString('en-US'),
    },
    {
      title: 'Last sign-in',
      width: 'fit',
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'Never' : <CampusTime value={lastSignInAt} />),
    },
  ];
  return <DataTable caption="People, newest first" columns={columns} rows={people} keyOf={({ id }) => id} />;
}

/** The groups as words; a person without any says so. */
export function Groups({ groups }: { groups: readonly string[] }) {
  if (groups.length === 0) return <span className={styles.none}>None</span>;
  return <span className={styles.groups}>{groups.join(', ')}</span>;
}
