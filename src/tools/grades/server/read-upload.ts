import { largestTable } from '../../../platform/contract/largest-table.ts';
import { readCsv } from '../../../platform/server/csv/read-csv.ts';
import type { UploadedFile } from '../../../platform/server/http/context.ts';
import { type GradeColumn, optionalColumns, requiredColumns } from '../contract/columns.ts';
import { type ReadFile, readGradeRows } from './read-grades.ts';

/** Reads an uploaded table of grades. Nothing is thrown: everything that is wrong is in `errors`. */
export async function readUpload(
  file: Pick<UploadedFile, 'bytes'> | undefined,
  terms: readonly string[],
): Promise<ReadFile & { unknownColumns: string[] }> {
  const unknownColumns: string[] = [];
  const content = await readCsv<GradeColumn>(file?.bytes ?? Buffer.alloc(0), {
    columns: requiredColumns,
    optional: optionalColumns,
    maxRows: largestTable.rows,
    // An export of ours has it; it is computed, not read.
    onOthers: (names) => unknownColumns.push(...names.filter((name) => name.toLowerCase() !== 'best')),
  });
  const read = await readGradeRows(content.rows, terms);
  return { ...read, errors: [...content.errors, ...read.errors], unknownColumns };
}
