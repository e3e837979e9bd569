import { Button } from '@mantine/core';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { formatTime } from '../../../platform/ui/zoned-time.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useMayOpen } from '../../../platform/web/routes/visible.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { helpDesk } from '../../help-desk/tool.ts';
import type { RaLog } from '../contract.ts';
import styles from './follow-up.module.css';
import type { FollowUpStep } from './follow-up-dialog.tsx';
import { LongText } from './long-text.tsx';
import { useAssign } from './use-assign.ts';

export type OpenFollowUp = (step: FollowUpStep, log: RaLog) => void;

interface FollowUpProps {
  log: RaLog;
  task: NonNullable<RaLog['followUpTask']>;
  /** For Residence Life: opens a dialog about it. */
  onOpen?: OpenFollowUp | undefined;
}

/** The small task that a log with Needs Follow Up opens: who works on it, and how it ended. */
export function FollowUp({ log, task, onOpen }: FollowUpProps) {
  const { account } = useAccount();
  const mayOpen = useMayOpen();
  const maySubmit = mayOpen(helpDesk.screens.submit.access);
  const { ticket, deskTicket } = helpDesk.screens;
  // A ticket is for its requester and the desk: a link would lead their colleagues to a refusal.
  const ticketScreen = [...(task.ticket?.isOwn === true ? [ticket] : []), deskTicket].find(({ access }) =>
    mayOpen(access),
  );
  const assign = useAssign(log);
  const isMine = task.owner !== null && task.owner.toLowerCase() === account?.email.toLowerCase();
  const walked = formatTime(log.writtenAt ?? log.createdAt, pageData.campus.timeZone, 'date-time');
  // A group, not a region: a page of logs is not a page of landmarks, and two logs could have the same name.
  return (
    <fieldset className={styles.task} aria-label={`Follow-up in ${log.building}, ${walked}`}>
      <div className={styles.words}>
        <p className={styles.title}>
          Follow-up <Tag tone={task.closed ? 'good' : 'warning'}>{task.closed ? 'Closed' : 'Open'}</Tag>
        </p>
        <Owner task={task} />
        {task.ticket !== null && (
          <p className={styles.owner}>
            {ticketScreen === undefined ? (
              `Ticket #${task.ticket.number}`
            ) : (
              <AppLink to={ticketScreen.path.replace(':id', task.ticket.id)}>
                Ticket #{task.ticket.number}
              </AppLink>
            )}
          </p>
        )}
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
      {onOpen !== undefined && !task.closed && (
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
            <Button size="sm" variant="default" onClick={() => onOpen('assign', log)}>
              {isMine ? 'Reassign…' : 'Assign to…'}
            </Button>
          )}
          {log.can.closeFollowUp && task.ticket === null && maySubmit && (
            <Button
              size="sm"
              variant="default"
              renderRoot={(props) => (
                <AppLink to={`${helpDesk.screens.submit.path}?log=${log._id}`} {...props} />
              )}
            >
              Create ticket
            </Button>
          )}
          {log.can.closeFollowUp && (
            <Button size="sm" variant="default" onClick={() => onOpen('close', log)}>
              Close follow-up
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

function Owner({ task: { owner, closed } }: Pick<FollowUpProps, 'task'>) {
  if (owner === null) return closed ? null : <p className={styles.owner}>Unassigned</p>;
  return (
    <p className={styles.owner}>
      {closed ? 'Was assigned to' : 'Assigned to'} <EmailText>{owner}</EmailText>
    </p>
  );
}
