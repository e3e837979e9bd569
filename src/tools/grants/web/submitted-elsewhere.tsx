import { Button } from '@mantine/core';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import type { ApplicationState } from '../contract/shapes.ts';
import { type Changes, sayFields } from './changed-fields.ts';

interface SubmittedElsewhereProps {
  state: ApplicationState;
  /** What is different in what was submitted there. */
  changes: Changes;
  /** It was returned again since then. */
  canEdit: boolean;
  onTake: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** An older tab: its application was submitted or withdrawn elsewhere. What was typed stays, and the person chooses. */
export function SubmittedElsewhere(props: SubmittedElsewhereProps) {
  const { state, changes, canEdit, onTake, onKeep, onDiscard } = props;
  const changed = sayFields(changes);
  const isWithdrawn = state === 'Withdrawn';
  const action = (label: string, run: () => void) => (
    <Button size="compact-sm" variant="default" onClick={run}>
      {label}
    </Button>
  );
  return (
    <ProblemAlert
      actions={
        canEdit ? (
          <>
            {changed !== '' && action('Use these changes', onTake)}
            {action('Keep mine', onKeep)}
          </>
        ) : (
          action('Discard what I typed', onDiscard)
        )
      }
    >
      <span>
        {isWithdrawn
          ? 'This application was withdrawn.'
          : `This application was submitted in another tab or on another device${canEdit ? ', and returned again.' : '.'}`}
      </span>
      {changed !== '' && <span>Changed there: {changed}.</span>}
      <span>
        {canEdit
          ? 'What you typed here is still here.'
          : 'What you typed here is still here, but was not submitted.'}
        {!canEdit && !isWithdrawn && ' Write to the committee if it matters.'}
      </span>
    </ProblemAlert>
  );
}
