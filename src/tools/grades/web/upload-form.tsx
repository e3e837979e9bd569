import { type ChangeEvent, useState } from 'react';
import { largestTable } from '../../../platform/contract/largest-table.ts';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { CsvField } from '../../../platform/web/form/csv-field.tsx';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import {
  type GradeFile,
  listGradeFiles,
  listGradeUploads,
  previewGrades,
  readGrades,
  readUploadRules,
  type UploadPreview,
  uploadGrades,
} from '../contract.ts';
import { SampleFiles } from './sample-files.tsx';
import styles from './upload.module.css';
import { UploadPreviewText } from './upload-preview.tsx';

const uploads = uploadGrades.body.files;

/** Sends the file twice, because no one keeps it in between: to see what it would change, and to save it. */
export function UploadForm({ onDone }: { onDone: (file: GradeFile) => void }) {
  const answer = useCall(readUploadRules, {});
  const rules = answer.data?.data;
  const preview = useWrite(previewGrades, { invalidates: [] });
  const save = useWrite(uploadGrades, { invalidates: [listGradeFiles, listGradeUploads, readGrades] });
  const [seen, setSeen] = useState<UploadPreview | null>(null);
  const [isGradebook, setIsGradebook] = useState(false);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).uploadGrades.body.shape,
    initialValues: { file: [] as File[], term: '', year: String(new Date().getFullYear()) },
    uploads,
    // Other files include it.
    toBody: ({ term, year }) => (isGradebook ? { year, ...(term === '' ? {} : { term }) } : {}),
    send: async (body, { values, uploading }) => {
      const files = { file: values.file };
      if (seen === null) return { seen: (await preview.send({ body, files }, uploading)).data };
      return {
        saved: (await save.send({ body: { ...body, version: seen.version }, files }, uploading)).data,
      };
    },
    isUnsaved: (result) => 'seen' in result,
    onDone: (result) => ('seen' in result ? setSeen(result.seen) : onDone(result.saved)),
    // The server may recognize a gradebook that its first words do not give away.
    onProblem: ({ reason, fields: wrong }) => {
      if (reason === 'stale-version') setSeen(null);
      if ('term' in wrong || 'year' in wrong) setIsGradebook(true);
    },
  });
  const { fields } = entry;
  /** What was shown is no longer what would be saved. */
  const changing = (name: 'term' | 'year') => {
    const { onChange, ...props } = fields.getInputProps(name);
    const change = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      onChange(event);
      setSeen(null);
    };
    return { ...props, onChange: change };
  };
  return (
    <EntryForm entry={entry} action={seen === null ? 'Show what would change' : 'Save grades'}>
      <p className={styles.lead}>
        Choose a CSV file with one row for each student and quiz of a term, or an export of the Canvas
        gradebook. Sections in the file are replaced, and others in the same term and year stay as they are.
        The file itself is not kept.
        {rules !== undefined && ` Grades are deleted ${sayYears(rules.keepYears)} after the last upload.`}
      </p>
      <SampleFiles terms={rules?.terms ?? []} />
      <CsvField
        entry={entry}
        endings={uploads.file.endings}
        hint={`${largestTable.text}.`}
        onChoose={([chosen]) => {
          setSeen(null);
          setIsGradebook(false);
          void looksLikeGradebook(chosen).then(setIsGradebook);
        }}
      />
      {isGradebook && !rules && answer.error && !answer.error.isSignedOut && (
        <ErrorPanel
          error={answer.error}
          title="The terms could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      {isGradebook && rules && (
        <div className={styles.pair}>
          <SelectField
            {...changing('term')}
            name="term"
            label="Term"
            description="The Canvas gradebook doesn't include it."
            options={[...rules.terms]}
            placeholder="Choose the term"
            withAsterisk
          />
          <TextField
            {...changing('year')}
            name="year"
            label="Year"
            description="Four digits"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            withAsterisk
          />
        </div>
      )}
      {seen !== null && <UploadPreviewText preview={seen} />}
    </EntryForm>
  );
}

/** By its first words; the server reads the whole header. */
async function looksLikeGradebook(file: File | undefined): Promise<boolean> {
  const start =
    (await file
      ?.slice(0, 40)
      .text()
      .catch(() => '')) ?? '';
  return /^\W*(Student|LastName\W+FirstName)\W+ID\W/.test(start);
}

const sayYears = (years: number) => (years === 1 ? 'a year' : `${years} years`);
