import { Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { DialogActions } from '../../../platform/ui/dialog.tsx';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { type ApiError, asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { RowErrors } from '../../../platform/web/feedback/row-errors.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { importLinks, largestImport, listLinks } from '../contract.ts';
import styles from './import-form.module.css';

const template =
  'shortUrl,longUrl,expirationDate\r\nopen-house,https://www.example.edu/visit,2027-06-30T23:59:00Z\r\n';

/** Adds links from a CSV file: all or none, with the wrong rows listed. */
export function ImportForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const upload = useWrite(importLinks, { invalidates: [listLinks] });
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const results = useRef<HTMLDivElement>(null);

  const choose = (chosen: File | null) => {
    setFile(chosen);
    setProblem(null);
    setFault(chosen ? faultOf(chosen) : null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) setFault('Please choose a CSV file.');
    if (!file || fault) return;
    setProblem(null);
    try {
      const { data } = await upload.send({ body: {}, files: { file: [file] } });
      showToast({
        title: data.added === 1 ? 'Added 1 link' : `Added ${data.added.toLocaleString('en-US')} links`,
      });
      if (results.current) onDone();
    } catch (error) {
      const failure = asApiError(error);
      setProblem(failure);
      if (results.current) requestAnimationFrame(() => results.current?.focus());
      else showToast({ tone: 'error', title: 'No link was added', text: failure.detail });
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.about}>
        A CSV file with the columns <code>shortUrl</code>, <code>longUrl</code> and{' '}
        <code>expirationDate</code> (for instance 2027-06-30T23:59:00Z, or empty for never); at most{' '}
        {largestImport.rows.toLocaleString('en-US')} rows. Either all rows are added or none.
      </p>
      <div ref={results} tabIndex={-1} className={styles.results}>
        {problem && (
          <>
            <ProblemAlert>
              <span>{problem.detail}</span>
              {problem.rows.length > 0 && (
                <span>Correct the file, choose it again and import it once more.</span>
              )}
            </ProblemAlert>
            <RowErrors rows={problem.rows} total={problem.rowsTotal} />
          </>
        )}
      </div>
      <FileField
        label="CSV file"
        accept=".csv,text/csv"
        file={file}
        error={fault ?? problem?.fields.file ?? null}
        onChoose={choose}
      />
      <DialogActions>
        <Button type="submit" loading={upload.isPending}>
          Import
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="subtle"
          className={styles.template}
          leftSection={<FileDown size={16} aria-hidden="true" />}
          onClick={() => saveFile(new Blob([template], { type: 'text/csv' }), 'short-links-template.csv')}
        >
          Template
        </Button>
      </DialogActions>
    </form>
  );
}

function faultOf(file: File): string | null {
  if (!/\.csv$/i.test(file.name)) return 'Please choose a file that ends in .csv.';
  if (file.size === 0) return 'This file is empty.';
  if (file.size > largestImport.bytes) return 'This file is larger than 5 MB. Please split it.';
  return null;
}
