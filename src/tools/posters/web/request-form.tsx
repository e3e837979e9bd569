import { DateField } from '../../../platform/ui/date-field.tsx';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import { mostCopies, type PosterForm, type PosterRow } from '../contract/shapes.ts';
import { tooSoon } from '../contract/too-soon.ts';
import { listMyPosters, submitPoster } from '../contract.ts';
import { FoundPage } from './found-page.tsx';
import styles from './posters.module.css';
import { useFirstPage } from './use-first-page.ts';

interface RequestFormProps {
  options: PosterForm;
  onDone: (poster: PosterRow) => void;
}

/** Leaves out what was not filled in. */
function filled<T extends Record<string, string>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>;
}

export function RequestForm({ options, onDone }: RequestFormProps) {
  const { account } = useAccount();
  const submit = useWrite(submitPoster, { invalidates: [listMyPosters] });
  const declared = submitPoster.body.files.attachment;
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).submitPoster.body.shape,
    initialValues: {
      attachment: [] as File[],
      numberOfCopies: '1',
      neededBy: '',
      paper: options.papers[0]?.name ?? '',
      finish: options.finishes[0]?.name ?? '',
      department: '',
      budgetCode: '',
      notes: '',
    },
    uploads: { attachment: { ...declared, maxBytes: options.largestFile } },
    check: ({ neededBy }): Record<string, string> =>
      neededBy !== '' && neededBy < options.earliest
        ? { neededBy: tooSoon(formatDay(options.earliest)) }
        : {},
    toBody: ({ attachment: _file, numberOfCopies, ...rest }) => ({ numberOfCopies, ...filled(rest) }),
    send: async (body, { values, uploading }) =>
      (await submit.send({ body, files: { attachment: values.attachment } }, uploading)).data,
    onDone,
  });
  const { fields } = entry;
  const chosen = useFirstPage(fields.values.attachment[0]);
  const file = fields.getInputProps('attachment');
  const { leadDays, earliest } = options;
  return (
    <EntryForm
      entry={entry}
      action="Submit request"
      className={styles.form}
      isBlocked={chosen.fault !== null}
      isLong
    >
      <p className={styles.from}>
        From {account?.name} ({account?.email})
      </p>
      <FileField
        {...file}
        error={chosen.fault ?? file.error}
        onChange={(files) => {
          file.onChange(files);
          entry.clearProblem();
        }}
        name="attachment"
        label="PDF"
        endings={declared.endings}
        hint={`One PDF, up to ${Math.floor(options.largestFile / (1024 * 1024))} MB`}
        withAsterisk
      />
      <FoundPage chosen={chosen} options={options} values={fields.values} />
      <div className={styles.pair}>
        <TextField
          {...fields.getInputProps('numberOfCopies')}
          name="numberOfCopies"
          label="Copies"
          description={`1 to ${mostCopies}`}
          inputMode="numeric"
          autoComplete="off"
          withAsterisk
        />
        <DateField
          {...fields.getInputProps('neededBy')}
          name="neededBy"
          label="Needed by"
          description={`The mail room needs ${leadDays} working ${leadDays === 1 ? 'day' : 'days'}: ${formatDay(earliest)} or later.`}
          min={earliest}
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          {...fields.getInputProps('paper')}
          name="paper"
          label="Paper"
          options={options.papers.map(({ name }) => name)}
        />
        <SelectField
          {...fields.getInputProps('finish')}
          name="finish"
          label="Finish"
          options={options.finishes.map(({ name }) => name)}
        />
      </div>
      <div className={styles.pair}>
        <TextField {...fields.getInputProps('department')} name="department" label="Department" />
        <TextField
          {...fields.getInputProps('budgetCode')}
          name="budgetCode"
          label="Budget code"
          autoComplete="off"
        />
      </div>
      <TextArea {...fields.getInputProps('notes')} name="notes" label="Notes" />
    </EntryForm>
  );
}
