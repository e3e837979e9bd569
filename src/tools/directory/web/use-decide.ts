import type { Question } from '../../../platform/web/feedback/confirm.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import {
  confirmRun,
  discardRun,
  listRuns,
  type Run,
  readDirectoryState,
  readRunChanges,
} from '../contract.ts';

const invalidates = [listRuns, readDirectoryState, readRunChanges];

/** Applies a reading to the directory; asks again if someone would be removed, or if it was held back. */
export function useConfirmRun(run: Run): () => Promise<boolean> {
  const confirm = useAction(confirmRun, { invalidates });
  const question = questionOf(run);
  return () =>
    confirm.run(
      { params: { id: run.id }, body: { gone: run.gone } },
      {
        ...(question === null ? {} : { confirm: question }),
        done: 'The directory is up to date',
        failed: 'The directory was not changed',
      },
    );
}

/** What is asked before a reading is applied to the directory; `null` if there is no concern. */
export function questionOf({ gone, reason }: Pick<Run, 'gone' | 'reason'>): Question | null {
  const answers = { action: 'Confirm', danger: true };
  if (gone > 0)
    return {
      title:
        gone === 1
          ? 'Take one person out of the directory?'
          : `Take ${gone.toLocaleString('en-US')} people out of the directory?`,
      text: ['They disappear from lists and pickers. A later file can bring them back.', reason]
        .filter((sentence) => sentence !== null)
        .join(' '),
      ...answers,
    };
  return reason === null ? null : { title: 'Change the directory?', text: reason, ...answers };
}

/** Discards a reading; asks first if it can't simply be uploaded again. */
export function useDiscardRun(run: Run): () => Promise<boolean> {
  const discard = useAction(discardRun, { invalidates });
  const question = discardQuestionOf(run);
  return () =>
    discard.run(
      { params: { id: run.id } },
      {
        ...(question === null ? {} : { confirm: question }),
        done: 'The change was discarded. The directory stays as it was.',
        failed: 'The change was not discarded',
      },
    );
}

export function discardQuestionOf({ origin }: Pick<Run, 'origin'>): Question | null {
  if (origin === 'upload') return null;
  const source = origin === 'file' ? 'the scheduled file' : 'the directory server';
  return {
    title: 'Discard this change?',
    text: `The directory stays as it is. The same change isn't offered again until something else changes in ${source}.`,
    action: 'Discard',
    danger: true,
  };
}
