import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { TagLine } from '../../../platform/ui/tag-line.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { StaysWhileTyping } from '../../../platform/web/session/stays-while-typing.tsx';
import type { Ticket } from '../contract/shapes.ts';
import { closeTicket, listMyTickets, readTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { deskTicketPath, ticketPath } from './links.ts';
import { Rating } from './rating.tsx';
import { ReplyForm } from './reply-form.tsx';
import { StateTag } from './state-tag.tsx';
import { Thread } from './thread.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketPending } from './ticket-pending.tsx';
import styles from './tickets.module.css';

/** One ticket, for the person who asked. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readTicket, { params: { id } });
  const ticket = answer.data?.data;
  if (ticket !== undefined && !isGone(answer)) return <TicketPage ticket={ticket} />;
  const missing = (
    <>
      It was removed, or it belongs to someone else.{' '}
      <AppLink to={helpDesk.screens.mine.path}>See your tickets</AppLink>
    </>
  );
  return <TicketPending title={helpDesk.screens.ticket.title} answer={answer} missing={missing} />;
}

function TicketPage({ ticket }: { ticket: Ticket }) {
  const { number, subject, state, createdAt, messages, mergedInto, can } = ticket;
  const close = useAction(closeTicket, { invalidates: [readTicket, listMyTickets] });
  const closeIt = () =>
    close.run(
      { params: { id: ticket.id } },
      {
        confirm: {
          title: 'Close this ticket?',
          text: 'It counts as solved. You can reopen it for 14 days.',
          action: 'Close ticket',
        },
        done: 'Your ticket is closed',
        failed: 'Your ticket was not closed',
      },
    );
  return (
    <>
      <PageHeading
        lead={
          <TagLine>
            <span className={styles.number}>#{number}</span>
            <StateTag ticket={ticket} isOwn />
            <span>
              Submitted <CampusTime value={createdAt} />
            </span>
          </TagLine>
        }
        actions={
          <>
            {can.work && <AppLink to={deskTicketPath(ticket.id)}>Open at the desk</AppLink>}
            {can.close && (
              <Button
                variant="default"
                leftSection={<CircleCheck size={17} aria-hidden="true" />}
                loading={close.isPending}
                onClick={() => void closeIt()}
              >
                Close ticket
              </Button>
            )}
          </>
        }
      >
        {subject}
      </PageHeading>
      <Sections narrow>
        <TicketFacts category={ticket.category} answers={ticket.answers} />
        <Thread messages={messages} />
        {can.rate && <Rating ticket={ticket} />}
        <StaysWhileTyping isUsable={can.reply}>
          <section className={styles.section} aria-label={can.reopen ? 'Reopen' : 'Reply'}>
            <Panel>
              <ReplyForm ticket={ticket} />
            </Panel>
          </section>
        </StaysWhileTyping>
        {mergedInto !== null && (
          <p className={styles.over}>
            This ticket was merged into <AppLink to={ticketPath(mergedInto.id)}>#{mergedInto.number}</AppLink>
            , where it continues.
          </p>
        )}
        {ticket.isHandedOver && (
          <p className={styles.over}>
            The help desk works on this ticket
            {ticket.handedNumber !== null && ` as #${ticket.handedNumber}`}. Replies happen there: you get
            them by email.
          </p>
        )}
        {!can.reply && !ticket.isHandedOver && mergedInto === null && state === 'solved' && (
          <p className={styles.over}>
            This ticket is solved, and it cannot be reopened anymore.{' '}
            <AppLink to={helpDesk.screens.submit.path}>Submit a new one</AppLink>
          </p>
        )}
      </Sections>
    </>
  );
}
