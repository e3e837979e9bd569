import { Button } from '@mantine/core';
import { History, Upload } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useAccount } from '../../../platform/web/session/account.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type GradeFile, listGradeFiles } from '../contract.ts';
import { grades } from '../tool.ts';
import styles from './files.module.css';
import { sectionPath } from './links.ts';

const HistoryDialog = lazyDialog(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** The person's own grade files, the newest term first; for IT, everyone's. */
export function Screen() {
  const list = useListAddress(listGradeFiles);
  const answer = useCall(listGradeFiles, { query: list.query }, { keepPrevious: true });
  const seesAll = useAccount().account?.permissions.includes('grades.see-all') ?? false;
  const [shown, setShown] = useState<GradeFile | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const columns = columnsOf(seesAll, (file) => {
    setShown(file);
    setIsOpen(true);
  });
  const upload = (
    <Button
      leftSection={<Upload size={16} aria-hidden="true" />}
      renderRoot={(props) => <AppLink to={grades.screens.upload.path} {...props} />}
    >
      Upload grades
    </Button>
  );
  return (
    <>
      <PageHeading lead={grades.screens.files.lead} actions={upload}>
        {grades.screens.files.title}
      </PageHeading>
      {seesAll && (
        <ListToolbar>
          <SearchField
            label="Search owners"
            placeholder="Name or email"
            value={list.filters.search}
            onSearch={(text) => list.setFilter('search', text)}
          />
        </ListToolbar>
      )}
      <ListView
        list={list}
        answer={answer}
        noun={['grade file', 'grade files']}
        emptyText="Upload a CSV file with a term's quiz grades. You'll see what would change before anything is saved."
      >
        {(rows) => (
          <DataTable
            caption="Grade files, newest term first"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      {shown !== null && <HistoryDialog file={shown} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function columnsOf(seesAll: boolean, onHistory: (file: GradeFile) => void): Column<GradeFile>[] {
  const owner: Column<GradeFile> = { title: 'Owner', cell: ({ owner }) => owner };
  return [
    { title: 'Term', width: 'fit', cell: ({ term }) => term },
    { title: 'Year', width: 'fit', cell: ({ year }) => year },
    { title: 'Sections', cell: (file) => <Sections file={file} /> },
    ...(seesAll ? [owner] : []),
    {
      title: 'Created',
      width: 'fit',
      cell: ({ created_at }) => <CampusTime value={created_at} style="date" />,
    },
    {
      title: 'Updated',
      width: 'fit',
      cell: ({ updated_at }) => <CampusTime value={updated_at} style="date" />,
    },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (file) => (
        <RowActions>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<History size={16} aria-hidden="true" />}
            aria-label={`History of ${file.term} ${file.year}`}
            onClick={() => onHistory(file)}
          >
            History
          </Button>
        </RowActions>
      ),
    },
  ];
}

function Sections({ file: { id, sections } }: { file: GradeFile }) {
  if (sections.length === 0) return <span className={styles.soft}>None: the upload was undone.</span>;
  return (
    <ul className={styles.sections}>
      {sections.map(({ label, quizzes, students }) => (
        <li key={label}>
          <AppLink to={sectionPath(id, label)}>{label}</AppLink>{' '}
          <span className={styles.soft}>
            {counted(quizzes, 'quiz', 'quizzes')}, {counted(students, 'student', 'students')}
          </span>
        </li>
      ))}
    </ul>
  );
}
