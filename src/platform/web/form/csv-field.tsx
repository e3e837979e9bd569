import { FileField } from '../../ui/file-field.tsx';
import { RowErrors } from '../feedback/row-errors.tsx';
import type { EntryForm } from './use-entry-form.ts';

interface CsvFieldProps<Values extends { file: File[] }> {
  entry: EntryForm<Values>;
  endings: readonly string[];
  hint?: string;
  onChoose?: ((chosen: readonly File[]) => void) | undefined;
}

/** The field for one CSV file, below the rows to fix in the one that was sent. */
export function CsvField<Values extends { file: File[] }>(props: CsvFieldProps<Values>) {
  const { entry, endings, hint, onChoose } = props;
  const { problem } = entry;
  const file = entry.fields.getInputProps('file');
  return (
    <>
      {problem !== null && <RowErrors rows={problem.rows} total={problem.rowsTotal} />}
      <FileField
        {...file}
        onChange={(chosen) => {
          file.onChange(chosen);
          entry.clearProblem();
          onChoose?.(chosen);
        }}
        name="file"
        label="CSV file"
        hint={hint}
        endings={endings}
        withAsterisk
      />
    </>
  );
}
