import { Button } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '../../../platform/ui/date-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { countSignIns, type SearchQuestion, searchSignIns } from '../contract.ts';
import styles from './reports.module.css';
import { isWhole, sayPeople, sayQuestion } from './sentence.ts';

const nothing: SearchQuestion = {
  domain: '',
  inclusion: { start: '', end: '' },
  exclusion: { start: '', end: '' },
};

/** The five fields, the question in a sentence, and the file. */
export function QuestionForm() {
  const search = useWrite(searchSignIns, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).searchQuestion,
    initialValues: { ...nothing },
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
  );
}

/** What is asked, and how many accounts it finds. */
function Asked({ question }: { question: SearchQuestion }) {
  const count = useWrite(countSignIns, { invalidates: [] });
  const [said, setSaid] = useState('');
  const run = async () => {
    try {
      setSaid(sayPeople((await count.send({ body: question })).data.people));
    } catch (error) {
      setSaid(asApiError(error).detail);
    }
  };
  return (
    <div className={styles.asked}>
      <p>{sayQuestion(question)}</p>
      <div className={styles.count}>
        <Button variant="default" size="compact-md" loading={count.isPending} onClick={() => void run()}>
          Count
        </Button>
        <strong role="status">{said}</strong>
      </div>
    </div>
  );
}
