import { Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveFile } from '../feedback/download-button.tsx';
import { CsvField } from './csv-field.tsx';
import { EntryForm } from './entry-form.tsx';
import type { EntryForm as Entry } from './use-entry-form.ts';

interface CsvFormProps {
  entry: Entry<{ file: File[] }>;
  action: string;
  onCancel: () => void;
  endings: readonly string[];
  /** What the file has to have. */
  about: ReactNode;
  template: { name: string; content: string };
  onChoose?: () => void;
  /** What the chosen file would do, in place of the template. */
  preview?: ReactNode;
}

/** A form for one CSV file: the rows to fix, the file, and a template to begin with. */
export function CsvForm(props: CsvFormProps) {
  const { entry, action, onCancel, endings, about, template, onChoose, preview } = props;
  const { problem } = entry;
  return (
    <EntryForm
      entry={entry}
      action={action}
      onCancel={onCancel}
      remedy={
        problem !== null && problem.rows.length > 0 && <span>Correct the file and choose it again.</span>
      }
    >
      {about}
      <CsvField entry={entry} endings={endings} onChoose={onChoose} />
      {preview ?? (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<FileDown size={16} aria-hidden="true" />}
            onClick={() => saveFile(new Blob([template.content], { type: 'text/csv' }), template.name)}
          >
            Download a template
          </Button>
        </div>
      )}
    </EntryForm>
  );
}
