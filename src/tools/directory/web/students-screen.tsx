import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { OutsideLink } from '../../../platform/ui/outside-link.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { listStudents, type Student } from '../contract.ts';
import { directory } from '../tool.ts';
import styles from './students-screen.module.css';

const { title, lead } = directory.screens.students;

/** The students of the directory, for people who work with them. */
export function Screen() {
  const list = useListAddress(listStudents);
  const students = useCall(listStudents, { query: list.query }, { keepPrevious: true });
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <ListToolbar>
        <SearchField
          label="Search name and email"
          value={list.filters.search}
          onSearch={(text) => list.setFilter('search', text)}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={students}
        noun={['student', 'students']}
        emptyText="The directory has no students yet."
      >
        {(rows) => (
          <DataTable caption="Students, by name" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
    </>
  );
}

const columns: readonly Column<Student>[] = [
  {
    title: 'Name',
    cell: ({ name, confidential }) => (
      <span className={styles.name}>
        {name}
        {confidential && <Tag tone="warning">Confidential</Tag>}
      </span>
    ),
  },
  {
    title: 'Email',
    cell: ({ name, email }) =>
      email === '' ? (
        'None'
      ) : (
        <span className={styles.email}>
          <OutsideLink href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
            <EmailText>{email}</EmailText>
          </OutsideLink>
          <CopyButton text={email} label={`Copy the email address of ${name}`} />
        </span>
      ),
  },
  {
    title: 'About',
    cell: ({ title: role, department }) =>
      [role, department].filter((part) => part !== '').join(', ') || 'Student',
  },
];
