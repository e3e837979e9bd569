import { Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { RowErrors } from '../../../platform/web/feedback/row-errors.tsx';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { listRuns, readDirectoryState, uploadDirectory } from '../contract.ts';
import { template } from './template.ts';

const uploads = uploadDirectory.body.files;

/** Reads a CSV file; what it would change is shown on the page before anything changes. */
export function UploadForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const upload = useWrite(uploadDirectory, { invalidates: [listRuns, readDirectoryState] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).uploadDirectory.body.shape,
    initialValues: { file: [] as File[] },
    uploads,
    toBody: () => ({}),
    send: (body, { values }) => upload.send({ body, files: { file: values.file } }),
    onDone,
  });
  const { fields, problem } = entry;
  const file = fields.getInputProps('file');
  return (
    <EntryForm
      entry={entry}
      action="Show what would change"
      onCancel={onCancel}
      remedy={
        problem !== null && problem.rows.length > 0 && <span>Correct the file and choose it again.</span>
      }
    >
      <p>
        Choose a CSV file with everyone at the college. Anyone missing from it is removed from the directory.
        Required columns: <code>key</code> (an employee or student number), <code>givenName</code>,{' '}
        <code>familyName</code>, and <code>kind</code> (employee or student). Mark people who asked not to be
        listed with <code>confidential</code>.
      </p>
      {problem !== null && <RowErrors rows={problem.rows} total={problem.rowsTotal} />}
      <FileField
        {...file}
        onChange={(chosen) => {
          file.onChange(chosen);
          entry.clearProblem();
        }}
        name="file"
        label="CSV file"
        endings={uploads.file.endings}
        withAsterisk
      />
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<FileDown size={16} aria-hidden="true" />}
          onClick={() => saveFile(new Blob([template], { type: 'text/csv' }), 'directory-template.csv')}
        >
          Download a template
        </Button>
      </div>
    </EntryForm>
  );
}
