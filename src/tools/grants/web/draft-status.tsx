import { Button } from '@mantine/core';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import styles from './application-form.module.css';
import type { DraftState } from './use-draft.ts';

/** When the draft was saved, or why it was not. */
export function DraftStatus({ draft }: { draft: DraftState }) {
  const { problem, savedAt } = draft;
  if (problem !== null && !problem.isSignedOut) {
    const isStale = problem.reason === 'stale-version';
    return (
      <ProblemAlert
        actions={
          isStale ? (
            <>
              <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
                Load the newer version
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void draft.overwrite()}>
                Keep mine
              </Button>
            </>
          ) : (
            <Button size="compact-sm" variant="default" onClick={draft.tryAgain}>
              Save again
            </Button>
          )
        }
      >
        {problem.detail} What you typed here is still here, but not saved.
      </ProblemAlert>
    );
  }
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
