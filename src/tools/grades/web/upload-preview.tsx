import type { ReactNode } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import type { RowError } from '../../../platform/contract/problem.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import type { GradeChange, UploadPreview } from '../contract.ts';
import { isChanged, sayExtent } from './extent.ts';
import styles from './upload.module.css';

type Section = UploadPreview['sections'][number];

const sectionColumns: Column<Section>[] = [
  { title: 'Section', width: 'fit', cell: ({ label }) => label },
  { title: 'Quizzes', cell: ({ quizNames }) => quizNames.join(', ') },
  { title: 'Students', width: 'fit', align: 'end', cell: ({ students }) => students.toLocaleString('en-US') },
  {
    title: 'Change',
    cell: (section) =>
      section.isNew
        ? `New: ${counted(section.added, 'row', 'rows')}`
        : isChanged(section)
          ? `${section.added} added, ${section.changed} changed, ${section.removed} removed`
          : 'None',
  },
];

const changeColumns: Column<GradeChange>[] = [
  { title: 'Student', cell: ({ student }) => student },
  { title: 'Section', width: 'fit', cell: ({ section }) => section },
  { title: 'Quiz', width: 'fit', cell: ({ quiz }) => quiz },
  { title: 'Change', cell: sayChange },
];

function sayChange({ column, before, after }: GradeChange): string {
  if (column === '') return before === '' ? `New row: ${after}` : `Row removed: ${before}`;
  return `${column}: ${before === '' ? 'none' : before} → ${after === '' ? 'none' : after}`;
}

const warningColumns: Column<RowError>[] = [
  {
    title: 'Where',
    width: 'fit',
    cell: ({ row, column }) => `Row ${row.toLocaleString('en-US')}, ${column}`,
  },
  { title: 'Value', cell: ({ value }) => value },
  { title: 'What to check', cell: ({ message }) => message },
];

/** What an upload would change, before anything is saved. */
export function UploadPreviewText({ preview }: { preview: UploadPreview }) {
  const { term, year, sections, untouched, unknownColumns } = preview;
  return (
    <section className={styles.preview} aria-label="What would change">
      <p role="status">
        <strong>
          {term} {year}:
        </strong>{' '}
        {sayExtent(preview)}
        {untouched.length > 0 && ` Left as they are: ${untouched.join(', ')}.`}
      </p>
      {unknownColumns.length > 0 && (
        <p>
          Not used: {counted(unknownColumns.length, 'column', 'columns')} ({unknownColumns.join(', ')}).
        </p>
      )}
      <DataTable caption="Sections" columns={sectionColumns} rows={sections} keyOf={({ label }) => label} />
      <Listed title="Rows to check" total={preview.warningsTotal} shown={preview.warnings.length}>
        <DataTable
          caption="Rows to check"
          columns={warningColumns}
          rows={preview.warnings}
          keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
        />
      </Listed>
      <Listed title="Changed grades" total={preview.changesTotal} shown={preview.changes.length}>
        <DataTable
          caption="Changed grades"
          columns={changeColumns}
          rows={preview.changes}
          keyOf={({ section, quiz, student, column, before, after }) =>
            [section, quiz, student, column, before, after].join('\n')
          }
        />
      </Listed>
    </section>
  );
}

interface ListedProps {
  title: string;
  total: number;
  shown: number;
  children: ReactNode;
}

function Listed({ title, total, shown, children }: ListedProps) {
  if (total === 0) return null;
  return (
    <details className={styles.listed}>
      <summary>
        {title} ({total.toLocaleString('en-US')})
      </summary>
      {children}
      {total > shown && (
        <p className={styles.lead}>
          Showing the first {shown} of {total.toLocaleString('en-US')}.
        </p>
      )}
    </details>
  );
}
