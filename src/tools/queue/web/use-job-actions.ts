import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { countJobs, discardJob, type Job, listJobs, retryJob } from '../contract.ts';

const invalidates = [listJobs, countJobs];

/** Asks, makes the job due at once, and says how it went. */
export function useRetryJob(job: Pick<Job, 'id' | 'title'>): () => Promise<void> {
  const retry = useWrite(retryJob, { invalidates });
  return async () => {
    const yes = await askToConfirm({
      title: `Try “${job.title}” again?`,
      text: 'It runs as soon as a worker is free, and with as many tries as a new job.',
      action: 'Try again',
    });
    if (!yes) return;
    try {
      await retry.send({ params: { id: job.id } });
      showToast({ title: `“${job.title}” is tried again` });
    } catch (error) {
      const { detail } = asApiError(error);
      showToast({ tone: 'error', title: `“${job.title}” is not tried again`, text: detail });
    }
  };
}

/** Asks, gives the job up, and says how it went. */
export function useDiscardJob(job: Pick<Job, 'id' | 'title'>): () => Promise<void> {
  const discard = useWrite(discardJob, { invalidates });
  return async () => {
    const yes = await askToConfirm({
      title: `Discard “${job.title}”?`,
      text: 'It will not be run any more, and what it was to do stays undone. This cannot be undone.',
      action: 'Discard',
      danger: true,
    });
    if (!yes) return;
    try {
      await discard.send({ params: { id: job.id } });
      showToast({ title: `Discarded “${job.title}”` });
    } catch (error) {
      const { detail } = asApiError(error);
      showToast({ tone: 'error', title: `“${job.title}” was not discarded`, text: detail });
    }
  };
}
