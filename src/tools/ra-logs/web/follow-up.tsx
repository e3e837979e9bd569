import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { formatTime } from '../../../platform/ui/zoned-time.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import type { RaLog } from '../contract.ts';
import { AssignForm } from './assign-form.tsx';
import { CloseForm } from './close-form.tsx';
import styles from './follow-up.module.css';
import { LongText } from './long-text.tsx';
import { useAssign } from './use-assign.ts';

interface FollowUpProps {
  log: RaLog;
  task: NonNullable<RaLog['followUpTask']>;
  canAct: boolean;
}

/** The small task that a log with Needs Follow Up opens: who works on it, and how it ended. */
export function FollowUp({ log, task, canAct }: FollowUpProps) {
  const { account } = useAccount();
  const [open, setOpen] = useState<'assign' | 'close' | null>(null);
  const assign = useAssign(log);
  const close = () => setOpen(null);
  const isMine = task.owner !== null && task.owner.toLowerCase() === account?.email.toLowerCase();
  const walked = formatTime(log.writtenAt ?? log.createdAt, pageData.campus.timeZone, 'date-time');
  // A group and no region: a page of logs is no page of landmarks, and two of one building may be of the same minute.
  return (
    <fieldset className={styles.task} aria-label={`Follow-up in ${log.building}, ${walked}`}>
      <div className={styles.words}>
        <p className={styles.title}>
          Follow-up <Tag tone={task.closed ? 'good' : 'warning'}>{task.closed ? 'Closed' : 'Open'}</Tag>
        </p>
        <p className={styles.owner}>
          {task.owner === null ? 'Nobody works on it yet.' : `${task.owner} works on it.`}
        </p>
        {task.closed && (
          <div className={styles.closing}>
            {task.closingNote !== null && <LongText of="the closing note">{task.closingNote}</LongText>}
            <p className={styles.owner}>
              Closed by {task.closedBy}
              {task.closedOn !== null && (
                <>
                  {' on '}
                  <CampusTime value={task.closedOn} />
                </>
              )}
            </p>
          </div>
        )}
      </div>
      {canAct && !task.closed && (
        <div className={styles.actions}>
          {log.can.assignFollowUp && account !== null && !isMine && (
            <Button
              size="sm"
              variant="default"
              loading={assign.isPending}
              onClick={() => void assign.to(account.email)}
            >
              Assign to me
            </Button>
          )}
          {log.can.assignFollowUp && (
            <Button size="sm" variant="default" onClick={() => setOpen('assign')}>
              {isMine ? 'Hand over' : 'Assign to…'}
            </Button>
          )}
          {log.can.closeFollowUp && (
            <Button size="sm" variant="default" onClick={() => setOpen('close')}>
              Close follow-up
            </Button>
          )}
        </div>
      )}
      {canAct && (
        <>
          <Dialog open={open === 'assign'} onClose={close} title={`Who follows up in ${log.building}?`}>
            <AssignForm log={log} owner={task.owner} onDone={close} />
          </Dialog>
          <Dialog open={open === 'close'} onClose={close} title={`Close the follow-up in ${log.building}`}>
            <CloseForm log={log} onDone={close} />
          </Dialog>
        </>
      )}
    </fieldset>
  );
}
