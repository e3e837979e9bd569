import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listSavedQuestions, type SearchQuestion, saveQuestion } from '../contract.ts';
import styles from './reports.module.css';

/** Saves what is asked under a name. A form of its own, so that Enter saves and makes no report. */
export function SaveQuestion({ question }: { question: SearchQuestion }) {
  const save = useAction(saveQuestion, { invalidates: [listSavedQuestions] });
  const [name, setName] = useState('');
  const run = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = { done: `${name} saved`, failed: 'The report was not saved' };
    if (await save.run({ body: { name, question } }, words)) setName('');
  };
  return (
    <form className={styles.save} onSubmit={(event) => void run(event)}>
      <TextField
        label="Name to save it under"
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  );
}
