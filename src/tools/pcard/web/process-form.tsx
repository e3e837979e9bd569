import { Button } from '@mantine/core';
import { Eye } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { largestTable } from '../../../platform/contract/largest-table.ts';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { sayNotOpened } from '../../../platform/web/feedback/say-not-opened.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { lazyPart } from '../../../platform/web/lazy/lazy-part.tsx';
import { type PcardForm, processPcard } from '../contract.ts';
import styles from './process.module.css';
import { type Shown, useProcess } from './use-process.ts';

const RowErrors = lazyPart(
  async () => (await import('../../../platform/web/feedback/row-errors.tsx')).RowErrors,
  { onFailure: sayNotOpened },
);

const uploads = processPcard.body.files;

interface ProcessFormProps {
  form: PcardForm;
  /** `null`: what was shown is no longer what would be processed. */
  onPreview: (shown: Shown | null) => void;
}

/** The preview and the run send the same file, because no one keeps it in between. */
export function ProcessForm({ form: { profiles }, onPreview }: ProcessFormProps) {
  const intent = useRef<'preview' | 'process'>('process');
  const { showPreview, process } = useProcess();
  const empty = { file: [] as File[], journalLogNumber: '', profile: profiles[0]?.name ?? '' };
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).previewPcard.body.shape,
    initialValues: empty,
    uploads,
    toBody: ({ journalLogNumber, profile }) => ({
      journalLogNumber: journalLogNumber.trim().toUpperCase(),
      profile,
    }),
    send: async (body, { values: { file }, isShown }) =>
      intent.current === 'preview' ? showPreview(body, file) : process(body, file, isShown),
    isUnsaved: (result) => result !== 'processed',
    onDone: (result) => {
      if (result === 'stayed') return;
      onPreview(result === 'processed' ? null : result);
      if (result !== 'processed') return;
      // What was sent becomes the form's starting point: without this, a reset would bring it back.
      entry.fields.setInitialValues(empty);
      entry.fields.reset();
    },
    onProblem: () => onPreview(null),
  });
  const { fields, problem } = entry;
  /** A preview, or mistakes, of something other than what would be processed must not stay on the page. */
  const startingOver = (name: 'file' | 'journalLogNumber' | 'profile') => {
    const { onChange, ...props } = fields.getInputProps(name);
    return {
      ...props,
      onChange: (entered: unknown) => {
        onChange(entered);
        entry.clearProblem();
        onPreview(null);
      },
    };
  };
  const submitAs = (what: 'preview' | 'process', event?: FormEvent<HTMLFormElement>) => {
    intent.current = what;
    entry.submit(event);
  };
  return (
    <EntryForm entry={{ ...entry, submit: (event) => submitAs('process', event) }} action="Process file">
      {problem !== null && <RowErrors rows={problem.rows} total={problem.rowsTotal} />}
      <FileField
        {...startingOver('file')}
        name="file"
        label="Bank file"
        hint={`${largestTable.text}.`}
        withAsterisk
      />
      <div className={styles.pair}>
        <TextField
          {...startingOver('journalLogNumber')}
          name="journalLogNumber"
          label="Journal log number"
          description="J, the month, and the year: J1126 is November 2026."
          placeholder="J1126"
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          withAsterisk
        />
        {profiles.length > 1 && (
          <SelectField
            {...startingOver('profile')}
            name="profile"
            label="Profile"
            description="The bank the file is from, and the ledger it is for."
            options={profiles.map(({ name, title }) => ({ value: name, label: title }))}
            placeholder="The first one"
          />
        )}
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<Eye size={16} aria-hidden="true" />}
          onClick={() => submitAs('preview')}
        >
          Preview
        </Button>
      </div>
    </EntryForm>
  );
}
