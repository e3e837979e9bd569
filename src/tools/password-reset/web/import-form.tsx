import { useState } from 'react';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { CsvForm } from '../../../platform/web/form/csv-form.tsx';
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
      await save.send({ body: { confirmed: 'true', version: seen.version }, files });
      return null;
    },
    onProblem: ({ reason }) => {
      if (reason === 'stale-version') setSeen(null);
    },
    isUnsaved: (result) => result !== null,
    onDone: (result) => {
      if (result !== null) return setSeen(result);
      showToast({ title: 'Facts imported' });
      onDone();
    },
  });
  return (
    <CsvForm
      entry={entry}
      action={seen === null ? 'Show what would change' : 'Import'}
      onCancel={onCancel}
      endings={uploads.file.endings}
      about={
        <p>
          Choose a CSV file with everyone who can reset their password. Anyone missing from it is removed.
          Required columns: <code>principalEmail</code> (the college email), <code>id</code>, and{' '}
          <code>birthdate</code>. To use the form, people also need <code>personalPhoneNumber</code> and{' '}
          <code>personalEmail</code>. Leave <code>last4ssn</code> empty for people who have none. The file is
          not kept.
        </p>
      }
      template={{ name: 'identity-facts-template.csv', content: factsTemplate }}
      onChoose={() => setSeen(null)}
      preview={seen && <ImportPreviewText preview={seen} />}
    />
  );
}
