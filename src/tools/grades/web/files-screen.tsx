import { Button } from '@mantine/core';
import { GraduationCap, History, Upload } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type GradeFile, listGradeFiles } from '../contract.ts';
import { grades } from '../tool.ts';
import styles from './files.module.css';
import { counted, sectionPath } from './links.ts';

const HistoryDialog = lazyDialog(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** One's own grade files, the newest term first; for IT those of everyone. */
export function Screen() {
  const answer = useCall(listGradeFiles, {});
  const [shown, setShown] = useState<GradeFile | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const rows = answer.data?.data;
  const failure = answer.error?.isSignedOut ? null : answer.error;
  const columns = columnsOf(rows ?? [], (file) => {
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
      <Panel flush>
        {rows === undefined && failure === null && <SkeletonRows rows={3} label="Loading grade files" />}
        {rows === undefined && failure !== null && (
          <ErrorPanel
            error={failure}
            title="Your grade files could not be loaded"
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        )}
        {rows?.length === 0 && (
          <EmptyState icon={<GraduationCap size={24} />} title="No grade files yet">
            Upload a CSV file with a term's quiz grades. You'll see what would change before anything is
            saved.
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            caption="Grade files, newest term first"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Panel>
      {shown !== null && <HistoryDialog file={shown} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function columnsOf(rows: readonly GradeFile[], onHistory: (file: GradeFile) => void): Column<GradeFile>[] {
  const owner: Column<GradeFile> = { title: 'Owner', cell: ({ owner }) => owner };
  return [
    { title: 'Term', width: 'fit', cell: ({ term }) => term },
    { title: 'Year', width: 'fit', cell: ({ year }) => year },
    { title: 'Sections', cell: (file) => <Sections file={file} /> },
    ...(rows.every(({ isOwn }) => isOwn) ? [] : [owner]),
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
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<History size={16} aria-hidden="true" />}
          aria-label={`History of ${file.term} ${file.year}`}
          onClick={() => onHistory(file)}
        >
          History
        </Button>
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
