import { useState } from 'react';
import { useSearch } from 'wouter';
import { DoneNotice } from '../../../platform/ui/done-notice.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { PlaceNotices } from '../../../platform/web/notices/place-notices.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { OwnTicket } from '../contract/shapes.ts';
import { readTicketForm, readTicketStart } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { ticketPath } from './links.ts';
import { SubmitForm } from './submit-form.tsx';

/** Asks IT for help; once it is sent the form is empty again and says where to follow the ticket. */
export function Screen() {
  // From an RA log: `?log=` names it until the ticket is submitted.
  const log = new URLSearchParams(useSearch()).get('log') ?? '';
  const options = useCall(readTicketForm, {});
  const start = useCall(readTicketStart, { params: { log } }, { enabled: log !== '' });
  const [done, setDone] = useState<OwnTicket | null>(null);
  const [round, setRound] = useState(0);
  const next = (ticket: OwnTicket) => {
    showToast({ title: `Ticket #${ticket.number} submitted` });
    setDone(ticket);
    setRound(round + 1);
    history.replaceState(history.state, '', location.pathname);
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  const read = log === '' ? [options] : [options, start];
  const failed = read.find(({ data, error }) => data === undefined && error !== null && !error.isSignedOut);
  const isReady = read.every(({ data }) => data !== undefined);
  const began = log === '' || start.data === undefined ? null : { ...start.data.data, log };
  return (
    <>
      <PageHeading lead={helpDesk.screens.submit.lead}>{helpDesk.screens.submit.title}</PageHeading>
      {done === null ? <PlaceNotices place={helpDesk.screens.submit.path} /> : <Submitted ticket={done} />}
      {failed === undefined && !isReady && <PageSkeleton />}
      {failed?.error && (
        <ErrorPanel
          error={failed.error}
          title="The form could not be loaded"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
          remedy={<AppLink to={helpDesk.screens.submit.path}>Submit another ticket</AppLink>}
        />
      )}
      {isReady && options.data !== undefined && (
        <Panel>
          <SubmitForm key={`${round} ${log}`} options={options.data.data} start={began} onDone={next} />
        </Panel>
      )}
    </>
  );
}

function Submitted({ ticket: { id, number, subject } }: { ticket: OwnTicket }) {
  return (
    <DoneNotice label="Submitted" title={`Your ticket is #${number}: ${subject}`}>
      <span>
        <AppLink to={ticketPath(id)}>Follow your ticket</AppLink>. You get an email when IT answers.
      </span>
    </DoneNotice>
  );
}
