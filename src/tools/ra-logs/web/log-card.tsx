import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { RaLog } from '../contract.ts';
import { FollowUp, type OpenFollowUp } from './follow-up.tsx';
import styles from './log-card.module.css';
import { LongText } from './long-text.tsx';
import { useReview } from './use-review.ts';
import { YesOrNo } from './yes-or-no.tsx';

interface LogCardProps {
  log: RaLog;
  /** For Residence Life: Review and the work on the follow-up. */
  act?: { onReviewed: () => void; onFollowUp: OpenFollowUp };
}

/** One round, whole. */
export function LogCard({ log, act }: LogCardProps) {
  const name = useId();
  const { followUpTask } = log;
  return (
    <article className={styles.card} aria-labelledby={name}>
      <div className={styles.facts}>
        <dl className={styles.heading}>
          <Fact term="Building">
            <span id={name} className={styles.building}>
              {log.building}
            </span>
          </Fact>
          <Fact term="Created At">
            <CampusTime value={log.createdAt} />
          </Fact>
          {log.writtenAt !== null && (
            <Fact term="Written At">
              <CampusTime value={log.writtenAt} />
            </Fact>
          )}
          <Fact term="Submitted By">
            <EmailText>{log.submittedBy}</EmailText>
          </Fact>
        </dl>
        <dl className={styles.flags}>
          <Fact term="Needs Follow Up">
            <YesOrNo value={log.followUp} alarming={true} />
          </Fact>
          <Fact term="Extinguishers Secure">
            <YesOrNo value={log.fireExtinguishers} alarming={false} />
          </Fact>
          <Fact term="Exit Doors Closed">
            <YesOrNo value={log.exitDoors} alarming={false} />
          </Fact>
        </dl>
        <dl className={styles.texts}>
          <Fact term="Safety Concerns">
            <LongText of="Safety Concerns">{log.safetyConcerns}</LongText>
          </Fact>
          <Fact term="Warnings">
            <LongText of="Warnings">{log.warnings}</LongText>
          </Fact>
          <Fact term="Reports">
            <LongText of="Reports">{log.reports}</LongText>
          </Fact>
          <Fact term="Comments">
            <LongText of="Comments">{log.comments}</LongText>
          </Fact>
        </dl>
        <dl className={styles.review}>
          <Fact term="Reviewed">
            <YesOrNo value={log.reviewed} />
          </Fact>
          {log.reviewedOn !== null && (
            <Fact term="Reviewed On">
              <CampusTime value={log.reviewedOn} />
            </Fact>
          )}
          {log.reviewedBy !== null && <Fact term="Reviewed By">{log.reviewedBy}</Fact>}
        </dl>
      </div>
      {act !== undefined && <ReviewButton log={log} name={name} onReviewed={act.onReviewed} />}
      {followUpTask !== null && <FollowUp log={log} task={followUpTask} onOpen={act?.onFollowUp} />}
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ReviewButton({ log, name, onReviewed }: { log: RaLog; name: string; onReviewed: () => void }) {
  const review = useReview(log, onReviewed);
  return (
    <div className={styles.action}>
      <Button
        disabled={!log.can.review}
        loading={review.isPending}
        aria-describedby={name}
        data-review={log._id}
        onClick={() => void review.send()}
      >
        Review
      </Button>
    </div>
  );
}

/** The button that was pressed cannot be pressed again; the focus goes on to the next log that can be reviewed. */
export function focusNeighbour(reviewed: RaLog, shown: readonly RaLog[]): void {
  const index = shown.findIndex(({ _id }) => _id === reviewed._id);
  const next =
    shown.slice(index + 1).find(({ can }) => can.review) ??
    shown.find(({ can, _id }) => can.review && _id !== reviewed._id);
  const button = next && document.querySelector<HTMLElement>(`[data-review="${next._id}"]`);
  (button ?? document.querySelector<HTMLElement>('h1'))?.focus();
}
