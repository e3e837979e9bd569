import { largestTable } from '../../../platform/contract/largest-table.ts';
import { readCsv } from '../../../platform/server/csv/read-csv.ts';
import type { UploadedFile } from '../../../platform/server/http/context.ts';
import { invalid } from '../../../platform/server/refusal/refusal.ts';
import { type GradeColumn, optionalColumns, requiredColumns } from '../contract/columns.ts';
import { isCanvasExport, readCanvasExport } from './read-canvas.ts';
import { readTerm } from './read-cells.ts';
import { type ReadFile, readGradeRows } from './read-grades.ts';

/** A gradebook does not include its term, so the person chooses it. */
export interface SaidTerm {
  term?: string | undefined;
  year?: string | undefined;
}

/**
 * Reads an uploaded table of grades: the template, or an export of the Canvas gradebook. What is wrong in it is in `errors`.
 * @throws Refusal for a gradebook without a term and a year that a row of the template could have
 */
export async function readUpload(
  file: Pick<UploadedFile, 'bytes'> | undefined,
  terms: readonly string[],
  said: SaidTerm,
): Promise<ReadFile & { unknownColumns: string[] }> {
  const bytes = file?.bytes ?? Buffer.alloc(0);
  const content = (await isCanvasExport(bytes))
    ? await readCanvasExport(bytes, demandTerm(said, terms))
    : await readTemplate(bytes);
  const read = await readGradeRows(content.rows, terms);
  return { ...read, errors: [...content.errors, ...read.errors], unknownColumns: content.unknownColumns };
}

async function readTemplate(bytes: Buffer) {
  const unknownColumns: string[] = [];
  const content = await readCsv<GradeColumn>(bytes, {
    columns: requiredColumns,
    optional: optionalColumns,
    maxRows: largestTable.rows,
    // An export of ours has it; it is computed, not read.
    onOthers: (names) => unknownColumns.push(...names.filter((name) => name.toLowerCase() !== 'best')),
  });
  return { ...content, unknownColumns };
}

function demandTerm(
  { term = '', year = '' }: SaidTerm,
  terms: readonly string[],
): { term: string; year: string } {
  const wrong = {
    ...readTerm({ term, year }, terms).faults,
    ...(term === '' ? { term: 'A gradebook from Canvas does not include the term. Choose it.' } : {}),
    ...(year === '' ? { year: 'A gradebook from Canvas does not include the year. Enter it.' } : {}),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return { term, year };
}
