import { templateColumns } from '../../contract/columns.ts';

export type Cells = Partial<Record<(typeof templateColumns)[number], string>>;

const usual: Cells = {
  term: 'Fall',
  year: '2026',
  section: 'MAT-121-01',
  quiz: 'Quiz 1',
  student_name: 'Ada',
  student_id: '1',
  original: '50',
};

/** A table of grades as a file to upload: each row says how it differs from the default one. */
export function gradeTable(...rows: Cells[]) {
  const lines = rows.map((row) =>
    templateColumns.map((column) => ({ ...usual, ...row })[column] ?? '').join(','),
  );
  return { file: { fileName: 'grades.csv', content: [templateColumns.join(','), ...lines].join('\n') } };
}
