import { Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { RowErrors } from '../../../platform/web/feedback/row-errors.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import {
  type ImportPreview,
  importFacts,
  listFactsImports,
  previewFacts,
  readFactsState,
} from '../contract.ts';
import { factsTemplate } from './facts-template.ts';
import { ImportPreviewText } from './import-preview.tsx';

const uploads = importFacts.body.files;

interface ImportFormProps {
  onDone: () => void;
  onCancel: () => void;
}

/** Sends the file twice, because no one keeps it in between: to see what it would change, and to import it. */
export function ImportForm({ onDone, onCancel }: ImportFormProps) {
  const preview = useWrite(previewFacts, { invalidates: [] });
  const save = useWrite(importFacts, { invalidates: [listFactsImports, readFactsState] });
  const [seen, setSeen] = useState<ImportPreview | null>(null);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).importFacts.body.shape,
    initialValues: { file: [] as File[] },
    uploads,
    toBody: () => ({}),
    send: async (_body, { values }) => {
      const files = { file: values.file };
      if (seen === null) return (await preview.send({ body: {}, files })).data;
      await save.send({ body: { confirmed: 'true' }, files });
      return null;
    },
    onDone: (result) => {
      if (result !== null) return setSeen(result);
      showToast({ title: 'Facts imported' });
      onDone();
    },
  });
  const { fields, problem } = entry;
  const file = fields.getInputProps('file');
  const startOver = () => {
    entry.clearProblem();
    setSeen(null);
  };
  return (
    <EntryForm entry={entry} action={seen === null ? 'Show what would change' : 'Import'} onCancel={onCancel}>
      <p>
        Choose a CSV file with everyone who can reset their password. Anyone missing from it is removed.
        Required columns: <code>principalEmail</code> (the college email), <code>id</code>, and{' '}
        <code>birthdate</code>. To use the form, people also need <code>personalPhoneNumber</code> and{' '}
        <code>personalEmail</code>. Leave <code>last4ssn</code> empty for people who have none. The file is
        not kept.
      </p>
      {problem !== null && <RowErrors rows={problem.rows} total={problem.rowsTotal} />}
      <FileField
        {...file}
        onChange={(chosen) => {
          file.onChange(chosen);
          startOver();
        }}
        name="file"
        label="CSV file"
        endings={uploads.file.endings}
        withAsterisk
      />
      {seen === null ? (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<FileDown size={16} aria-hidden="true" />}
            onClick={() =>
              saveFile(new Blob([factsTemplate], { type: 'text/csv' }), 'identity-facts-template.csv')
            }
          >
            Download a template
          </Button>
        </div>
      ) : (
        <ImportPreviewText preview={seen} />
      )}
    </EntryForm>
  );
}
