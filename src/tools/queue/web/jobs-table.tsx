import { useState } from 'react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Job } from '../contract.ts';
import { JobActions } from './job-actions.tsx';
import styles from './jobs-table.module.css';

const columns: readonly Column<Job>[] = [
  {
    title: 'Job',
    width: 'fit',
    cell: (job) => <Name job={job} />,
  },
  { title: 'Status', cell: (job) => <Status job={job} /> },
  { title: 'Attempts', width: 'fit', align: 'end', cell: (job) => job.tries.toLocaleString('en-US') },
  { title: 'Requested', width: 'fit', cell: (job) => <CampusTime value={job.createdAt} /> },
  { title: 'Actions', width: 'fit', unlabeled: true, cell: (job) => <JobActions job={job} /> },
];

export function JobsTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <DataTable caption="Background jobs, newest first" columns={columns} rows={jobs} keyOf={({ id }) => id} />
  );
}

/** What a job does, and its id to copy. The id means nothing to people, so that it is shown only to be selected. */
function Name({ job: { id, title, about, reason } }: { job: Job }) {
  const [isIdShown, setIsIdShown] = useState(false);
  return (
    <span className={styles.job}>
      <span>
        {title}
        {about !== null && <span className={styles.about}>{about}</span>}
        {isIdShown && <span className={styles.id}>{id}</span>}
      </span>
      {reason !== null && (
        <CopyButton
          text={id}
          label={`Copy the id of “${title}” to find it in the log`}
          onRefused={() => setIsIdShown(true)}
        />
      )}
    </span>
  );
}

/** The state of a job, in words. */
function Status({ job }: { job: Job }) {
  const outcome = job.reason ?? job.result;
  return (
    <div className={styles.status}>
      <span className={styles.now}>
        {job.discarded && <Tag>Discarded</Tag>}
        <Now job={job} />
      </span>
      {outcome !== null && <span className={styles.reason}>{outcome}</span>}
    </div>
  );
}

function Now({ job }: { job: Job }) {
  const { state, dueAt, startedAt, finishedAt } = job;
  // Retry is offered for a waiting job only while it is not due.
  if (state === 'waiting' && dueAt !== null && job.can.retry) return <At word="Due" value={dueAt} />;
  if (state === 'waiting') return <>Due now</>;
  if (state === 'running' && startedAt !== null) return <At word="Since" value={startedAt} />;
  if (finishedAt === null) return null;
  return job.discarded ? (
    <CampusTime value={finishedAt} />
  ) : (
    <At word={state === 'failed' ? 'Failed' : 'Done'} value={finishedAt} />
  );
}

function At({ word, value }: { word: string; value: string }) {
  return (
    <>
      {word} <CampusTime value={value} />
    </>
  );
}
