import { DateField } from '../../../platform/ui/date-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { type SearchQuestion, searchSignIns } from '../contract.ts';
import { Asked } from './asked.tsx';
import styles from './reports.module.css';
import { SaveQuestion } from './save-question.tsx';
import { isWhole } from './sentence.ts';

const nothing: SearchQuestion = {
  domain: '',
  inclusion: { start: '', end: '' },
  exclusion: { start: '', end: '' },
};

/** The five fields, the question in a sentence, and the file. */
export function QuestionForm({ initial = nothing }: { initial?: SearchQuestion | undefined }) {
  const search = useWrite(searchSignIns, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).searchQuestion,
    initialValues: { ...initial },
    toBody: (values) => values,
    send: (body) => search.send({ body }),
    onDone: ({ blob, name }) => {
      saveFile(blob, name);
      showToast({ title: 'Report downloaded', text: name });
    },
    isKept: true,
  });
  const { getInputProps } = entry.fields;
  const question = entry.fields.values;
  const dates = (span: 'inclusion' | 'exclusion', legend: string, hint: string) => (
    <fieldset className={styles.span}>
      <legend>{legend}</legend>
      <p className={styles.hint}>{hint}</p>
      <DateField {...getInputProps(`${span}.start`)} name={`${span}.start`} label="Start date" withAsterisk />
      <DateField {...getInputProps(`${span}.end`)} name={`${span}.end`} label="End date" withAsterisk />
    </fieldset>
  );
  return (
    <>
      <EntryForm entry={entry} action="Generate">
        <TextField
          {...getInputProps('domain')}
          name="domain"
          label="Domain"
          placeholder="college.edu"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          withAsterisk
        />
        <div className={styles.spans}>
          {dates('inclusion', 'Inclusion', 'They signed in at least once on these days.')}
          {dates('exclusion', 'Exclusion', 'They never signed in on these days.')}
        </div>
        {isWhole(question) && <Asked key={JSON.stringify(question)} question={question} />}
      </EntryForm>
      {isWhole(question) && <SaveQuestion question={question} />}
    </>
  );
}
