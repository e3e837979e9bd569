import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import styles from './application-form.module.css';
import { sayFields } from './changed-fields.ts';
import type { DraftState } from './use-draft.ts';

/** When the draft was saved, or why it was not. */
export function DraftStatus({ draft }: { draft: DraftState }) {
  const { problem, savedAt } = draft;
  if (problem !== null && !problem.isSignedOut) return <DraftProblem draft={draft} problem={problem} />;
  return (
    <p className={styles.saved} role="status">
      {savedAt === null ? (
        'Your draft is saved while you type.'
      ) : (
        <>
          Saved at <CampusTime value={savedAt} />
        </>
      )}
    </p>
  );
}

function DraftProblem({ draft, problem }: { draft: DraftState; problem: ApiError }) {
  const { conflict } = draft;
  const wasSubmitted = problem.reason === 'stale-draft';
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Like any other message about a failed submit; the button may be far below.
    if (problem.reason === 'stale-draft')
      frame.current?.querySelector<HTMLElement>('[data-problem]')?.focus();
    // Nothing more is saved until they choose. The focus stays where they type.
    else if (problem.reason === 'stale-version' && isAboveWindow(frame.current))
      showToast({
        tone: 'error',
        title: 'Your draft is not saved',
        text: 'It was changed on another device or in another tab. Go to the top of the form to choose which version to keep.',
        about: 'grants.draft',
        seconds: 10,
      });
  }, [problem]);
  const changed = conflict === null ? '' : sayFields(conflict.changes);
  return (
    <div ref={frame} className={styles.draftProblem}>
      <ProblemAlert actions={<DraftActions draft={draft} hasChanges={changed !== ''} />}>
        <span>{problem.detail}</span>
        {changed !== '' && <span>Changed there: {changed}.</span>}
        <span>
          What you typed here is still here, but {wasSubmitted ? 'was not submitted' : 'not saved'}.
        </span>
      </ProblemAlert>
    </div>
  );
}

function isAboveWindow(element: Element | null): boolean {
  return element !== null && element.getBoundingClientRect().bottom < 0;
}

function DraftActions({ draft, hasChanges }: { draft: DraftState; hasChanges: boolean }) {
  const { problem } = draft;
  const action = (label: string, run: () => void) => (
    <Button size="compact-sm" variant="default" loading={draft.isSaving} onClick={run}>
      {label}
    </Button>
  );
  if (draft.isStale)
    return (
      <>
        {hasChanges && action('Use these changes', draft.takeTheirs)}
        {action('Keep mine', () => void draft.keepMine())}
      </>
    );
  if (problem?.status === 404) return action('Save as a new draft', () => void draft.saveAsNew());
  return action('Save again', draft.tryAgain);
}
