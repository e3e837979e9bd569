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

/** Makes a reading the directory; asks again where someone would be removed. */
export function useConfirmRun({ id, gone }: Run): () => Promise<boolean> {
  const confirm = useAction(confirmRun, { invalidates });
  const question = {
    title:
      gone === 1
        ? 'Take one person out of the directory?'
        : `Take ${gone.toLocaleString('en-US')} people out of the directory?`,
    text: 'They disappear from lists and pickers. A later file can bring them back.',
    action: 'Confirm',
    danger: true,
  };
  return () =>
    confirm.run(
      { params: { id }, body: { gone } },
      {
        ...(gone > 0 ? { confirm: question } : {}),
        done: 'The directory is up to date',
        failed: 'The directory was not changed',
      },
    );
}

export function useDiscardRun({ id }: Run): () => Promise<boolean> {
  const discard = useAction(discardRun, { invalidates });
  return () =>
    discard.run(
      { params: { id } },
      {
        done: 'The file was discarded. The directory was not changed.',
        failed: 'The file was not discarded',
      },
    );
}
