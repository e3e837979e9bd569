import { RotateCw, Trash2 } from 'lucide-react';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import type { Job } from '../contract.ts';
import { useDiscardJob, useRetryJob } from './use-job-actions.ts';

/** What this person may do to the job. Each row has its own, so that a pending write belongs to one job. */
export function JobActions({ job }: { job: Job }) {
  const retry = useRetryJob(job);
  const discard = useDiscardJob(job);
  return (
    <RowActions>
      {job.can.retry && (
        <IconButton label={`Retry “${job.title}”`} onClick={() => void retry()}>
          <RotateCw size={17} aria-hidden="true" />
        </IconButton>
      )}
      {job.can.discard && (
        <IconButton label={`Discard “${job.title}”`} tone="danger" onClick={() => void discard()}>
          <Trash2 size={17} aria-hidden="true" />
        </IconButton>
      )}
    </RowActions>
  );
}
