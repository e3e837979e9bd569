import { Button } from '@mantine/core';
import { useState } from 'react';
import { sayWhoHelps } from '../../../platform/contract/who-helps.ts';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import type { ApplicationDetails, SeatVote } from '../contract/shapes.ts';
import styles from './application-page.module.css';
import type { Reasoned } from './reason-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import type { Shown } from './use-shown.ts';

const ReasonDialog = lazyDialog(async () => (await import('./reason-dialog.tsx')).ReasonDialog);

interface DecisionPanelProps {
  application: ApplicationDetails;
  votes: readonly SeatVote[];
  shown: Shown;
}

/** The votes so far, for the committee, and the buttons, for those who have a seat. */
export function DecisionPanel({ application, votes, shown }: DecisionPanelProps) {
  const { can, approvalStatus } = application;
  const [asking, setAsking] = useState<Reasoned | null>(null);
  const { isPending, approve, recuse, moveToApproved } = useDecisions(application, shown);
  const hasVoted = votes.some(({ isYou, vote }) => isYou && vote !== null);
  return (
    <>
      <Panel>
        <div className={styles.votes}>
          <h2>Votes</h2>
          <ul className={styles.seats}>
            {votes.map((seat) => (
              <li key={seat.email} className={styles.seat}>
                <span className={styles.seatName}>
                  {seat.fullName}
                  {seat.isYou && ' (you)'}
                </span>
                <VoteTag vote={seat.vote} isPending={approvalStatus === 'Pending'} />
                {seat.reason !== '' && <span className={styles.reason}>{seat.reason}</span>}
              </li>
            ))}
          </ul>
          <Standstill application={application} />
          {can.decide && (
            <div className={styles.buttons}>
              <Button disabled={!can.vote} loading={isPending} onClick={() => void approve()}>
                Approve
              </Button>
              <Button variant="default" disabled={!can.vote} onClick={() => setAsking('vote')}>
                Vote to decline…
              </Button>
              {can.moveToApproved && (
                <Button loading={isPending} onClick={() => void moveToApproved()}>
                  Moved to Approved
                </Button>
              )}
              {can.moveToDeclined && (
                <Button color="red" onClick={() => setAsking('Declined')}>
                  Decline…
                </Button>
              )}
              <Button variant="default" disabled={!can.moveToDraft} onClick={() => setAsking('Draft')}>
                Move to Draft
              </Button>
              {can.recuse && (
                <Button variant="subtle" loading={isPending} onClick={() => void recuse(hasVoted)}>
                  Recuse myself
                </Button>
              )}
            </div>
          )}
        </div>
      </Panel>
      <ReasonDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        about={asking ?? 'Draft'}
        application={application}
        seenVersion={shown.version}
      />
    </>
  );
}

function VoteTag({ vote, isPending }: { vote: SeatVote['vote']; isPending: boolean }) {
  switch (vote) {
    case 'approve':
      return <Tag tone="good">Approved</Tag>;
    case 'decline':
      return <Tag tone="bad">Declined</Tag>;
    case 'recused':
      return <Tag>Recused</Tag>;
    case 'applicant':
      return <Tag>Applicant</Tag>;
    case null:
      return isPending ? <Tag tone="warning">Not yet</Tag> : <Tag>No vote</Tag>;
  }
}

/** Why nothing can proceed, and what helps. */
function Standstill({ application: { noOneLeft, votesDiffer } }: { application: ApplicationDetails }) {
  if (noOneLeft) {
    return (
      <p className={styles.standstill}>
        No one is left who can decide on this application. {sayWhoHelps(pageData.campus)} can add an approver.
      </p>
    );
  }
  if (!votesDiffer) return null;
  return (
    <p className={styles.standstill}>
      The votes differ, so this application can neither be approved nor declined. Move it to Draft, and the
      votes start over once it is submitted again. The applicant can also withdraw it.
    </p>
  );
}
