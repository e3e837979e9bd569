import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listSavedQuestions, removeSavedQuestion, type SearchQuestion } from '../contract.ts';
import styles from './reports.module.css';

/** The questions that this person keeps; nothing if there are none. */
export function SavedQuestions({ onUse }: { onUse: (question: SearchQuestion) => void }) {
  const saved = useCall(listSavedQuestions, {}).data?.data ?? [];
  const remove = useAction(removeSavedQuestion, { invalidates: [listSavedQuestions] });
  if (saved.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>Saved reports</h2>
      <ul className={styles.saved}>
        {saved.map(({ id, name, question }) => (
          <li key={id}>
            <Button variant="default" size="compact-md" onClick={() => onUse(question)}>
              {name}
            </Button>
            <IconButton
              label={`Remove ${name}`}
              onClick={() =>
                void remove.run(
                  { params: { id } },
                  {
                    confirm: {
                      title: `Remove ${name}?`,
                      text: 'Reports made with it are kept.',
                      action: 'Remove',
                      danger: true,
                    },
                    done: `${name} removed`,
                    failed: `${name} was not removed`,
                  },
                )
              }
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
