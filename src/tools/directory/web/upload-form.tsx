import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { CsvForm } from '../../../platform/web/form/csv-form.tsx';
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
    onDone: () => {
      showToast({ title: 'The file was read', text: 'Check what would change, and confirm it.' });
      onDone();
    },
  });
  return (
    <CsvForm
      entry={entry}
      action="Show what would change"
      onCancel={onCancel}
      endings={uploads.file.endings}
      about={
        <p>
          Choose a CSV file with everyone at the college. Anyone missing from it is removed from the
          directory. Required columns: <code>key</code> (an employee or student number),{' '}
          <code>givenName</code>, <code>familyName</code>, and <code>kind</code> (employee or student). Mark
          people who asked not to be listed with <code>confidential</code>.
        </p>
      }
      template={{ name: 'directory-template.csv', content: template }}
    />
  );
}
