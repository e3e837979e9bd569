import { useState } from 'react';
import { useLocation } from 'wouter';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { TagLine } from '../../../platform/ui/tag-line.tsx';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { StaysWhileTyping } from '../../../platform/web/session/stays-while-typing.tsx';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import styles from './desk.module.css';
import { DeskKeys } from './desk-keys.tsx';
import { DeskSide } from './desk-side.tsx';
import { DeskThread } from './desk-thread.tsx';
import { deskPath, deskTicketPath } from './links.ts';
import { StateTag } from './state-tag.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import tickets from './tickets.module.css';
import { useDeskChange } from './use-desk-change.ts';
import { type Writing, WritingPanel } from './writing-panel.tsx';

/** The thread, what to add to it, who is working on it, and its state. */
export function DeskTicketPage({ ticket }: { ticket: DeskDetails }) {
  const { number, subject, state, waitingSince, requester, isMerged } = ticket;
  const [, navigate] = useLocation();
  const seen = useSeenVersion(ticket.version);
  const change = useDeskChange(ticket, seen);
  const [writing, setWriting] = useState<Writing>('answer');
  const write = (what: Writing) => {
    setWriting(what);
    // Once it is drawn.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-writing=${what}] textarea`)?.focus(),
    );
  };
  const keys = [
    ...(isMerged
      ? []
      : [
          { key: 'r', what: 'Answer', act: () => write('answer') },
          { key: 'n', what: 'Write an internal note', act: () => write('note') },
          { key: 'm', what: 'Assign to me', act: () => void change.assignToMe() },
        ]),
    { key: 'u', what: 'Back to the list', act: () => navigate(deskPath()) },
  ];
  return (
    <>
      <PageHeading
        lead={
          <TagLine>
            <span className={tickets.number}>#{number}</span>
            <StateTag ticket={ticket} />
            <span>
              {requester.name}
              {!isMerged && (
                <>
                  , {state === 'solved' ? 'solved' : 'waiting since'} <CampusTime value={waitingSince} />
                </>
              )}
            </span>
          </TagLine>
        }
        actions={<DeskKeys keys={keys} />}
      >
        {subject}
      </PageHeading>
      <div className={styles.columns}>
        <div className={styles.main}>
          <TicketFacts category={ticket.category} answers={ticket.answers} />
          <DeskThread ticket={ticket} />
          {ticket.isHandedOver && (
            <p className={tickets.over}>
              This ticket was handed over
              {ticket.handedNumber !== null && ` as #${ticket.handedNumber}`}. Replies happen there.
            </p>
          )}
          <StaysWhileTyping isUsable={!isMerged}>
            <WritingPanel ticket={ticket} seen={seen} writing={writing} onWriting={write} />
          </StaysWhileTyping>
          {ticket.mergedInto !== null && (
            <p className={tickets.over}>
              This ticket was merged into{' '}
              <AppLink to={deskTicketPath(ticket.mergedInto.id)}>#{ticket.mergedInto.number}</AppLink>.
            </p>
          )}
        </div>
        <DeskSide ticket={ticket} change={change} seen={seen} />
      </div>
    </>
  );
}
