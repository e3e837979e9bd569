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
  /** For people who work on follow-ups: opens a dialog about this one. */
  onFollowUp?: OpenFollowUp;
  /** For Residence Life. */
  review?: {
    onReviewed: () => void;
    isSelected: boolean;
    onSelect: (isSelected: boolean) => void;
  };
}

const texts = [
  ['Safety Concerns', 'safetyConcerns'],
  ['Warnings', 'warnings'],
  ['Reports', 'reports'],
  ['Comments', 'comments'],
] as const;

/** One round, complete: what was written at full width, and the rest in one line. */
export function LogCard({ log, onFollowUp, review }: LogCardProps) {
  const name = useId();
  const time = useId();
  const { followUpTask } = log;
  const written = texts.filter(([, field]) => log[field] !== '');
  const empty = texts.filter(([, field]) => log[field] === '');
  return (
    <article className={styles.card} aria-labelledby={`${name} ${time}`} tabIndex={-1} data-log={log._id}>
      <div className={styles.top}>
        {review !== undefined && log.can.review && (
          <label className={styles.select} data-no-print>
            <input
              type="checkbox"
              aria-label="Select"
              aria-describedby={`${name} ${time}`}
              checked={review.isSelected}
              onChange={(event) => review.onSelect(event.currentTarget.checked)}
            />
          </label>
        )}
        <dl className={styles.where}>
          <Fact term="Building">
            <span id={name} className={styles.building}>
              {log.building}
            </span>
          </Fact>
        </dl>
        <dl className={styles.origin}>
          <Fact term="Created At">
            <span id={time}>
              <CampusTime value={log.createdAt} />
            </span>
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
        {review !== undefined && <ReviewButton log={log} name={name} onReviewed={review.onReviewed} />}
      </div>
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
      {written.length > 0 && (
        <dl className={styles.texts}>
          {written.map(([term, field]) => (
            <Fact key={field} term={term}>
              <LongText of={term}>{log[field]}</LongText>
            </Fact>
          ))}
        </dl>
      )}
      {empty.length > 0 && (
        <dl className={styles.empty}>
          {empty.map(([term, field]) => (
            <Fact key={field} term={term}>
              N/A
            </Fact>
          ))}
        </dl>
      )}
      {followUpTask !== null && <FollowUp log={log} task={followUpTask} onOpen={onFollowUp} />}
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
        size="sm"
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
