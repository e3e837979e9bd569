import { Button } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../platform/ui/panel.tsx';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { AnswerForm } from './answer-form.tsx';
import styles from './desk.module.css';
import { NoteForm } from './note-form.tsx';

export type Writing = 'answer' | 'note';

const kinds = [
  { kind: 'answer', title: 'Answer' },
  { kind: 'note', title: 'Internal note' },
] as const;

interface WritingPanelProps {
  ticket: DeskDetails;
  seen: SeenVersion<number>;
  writing: Writing;
  onWriting: (what: Writing) => void;
}

/** An answer to the requester, or a note for the desk. What is typed in one stays while the other is shown. */
export function WritingPanel({ ticket, seen, writing, onWriting }: WritingPanelProps) {
  // A form that was sent starts over.
  const [rounds, setRounds] = useState({ answer: 0, note: 0 });
  const next = (kind: Writing) => setRounds({ ...rounds, [kind]: rounds[kind] + 1 });
  return (
    <Panel>
      <fieldset className={styles.kinds} aria-label="What to write">
        {kinds.map(({ kind, title }) => (
          <Button
            key={kind}
            size="sm"
            variant={kind === writing ? 'light' : 'subtle'}
            aria-pressed={kind === writing}
            onClick={() => onWriting(kind)}
          >
            {title}
          </Button>
        ))}
      </fieldset>
      <div hidden={writing !== 'answer'} data-writing="answer">
        <AnswerForm key={rounds.answer} ticket={ticket} seen={seen} onDone={() => next('answer')} />
      </div>
      <div hidden={writing !== 'note'} data-writing="note">
        <NoteForm key={rounds.note} ticket={ticket} onDone={() => next('note')} />
      </div>
    </Panel>
  );
}
