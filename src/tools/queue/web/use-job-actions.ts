import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { countJobs, discardJob, type Job, listJobs, retryJob } from '../contract.ts';

const invalidates = [listJobs, countJobs];
type Named = Pick<Job, 'id' | 'title'>;

export function useRetryJob({ id, title }: Named): () => Promise<boolean> {
  const retry = useAction(retryJob, { invalidates });
  return () =>
    retry.run(
      { params: { id } },
      {
        confirm: {
          title: `Retry “${title}”?`,
          text: 'It runs as soon as a worker is free, with as many attempts as a new job.',
          action: 'Retry',
        },
        done: `Retrying “${title}”`,
        failed: `“${title}” was not retried`,
      },
    );
}

export function useDiscardJob({ id, title }: Named): () => Promise<boolean> {
  const discard = useAction(discardJob, { invalidates });
  return () =>
    discard.run(
      { params: { id } },
      {
        confirm: {
          title: `Discard “${title}”?`,
          text: "It won't run again, and its work won't be done. This can't be undone.",
          action: 'Discard',
          danger: true,
        },
        done: `Discarded “${title}”`,
        failed: `“${title}” was not discarded`,
      },
    );
}
