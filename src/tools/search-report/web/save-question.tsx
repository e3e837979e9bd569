import { Button } from '@mantine/core';
import { useState } from 'react';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listSavedQuestions, type SearchQuestion, saveQuestion } from '../contract.ts';
import styles from './reports.module.css';

/** Keeps what is asked under a name. */
export function SaveQuestion({ question }: { question: SearchQuestion }) {
  const save = useAction(saveQuestion, { invalidates: [listSavedQuestions] });
  const [name, setName] = useState('');
  const run = async () => {
    const words = { done: `${name} saved`, failed: 'The report was not saved' };
    if (await save.run({ body: { name, question } }, words)) setName('');
  };
  return (
    <div className={styles.save}>
      <TextField
        label="Name to save it under"
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        loading={save.isPending}
        disabled={name.trim() === ''}
        onClick={() => void run()}
      >
        Save
      </Button>
    </div>
  );
}
