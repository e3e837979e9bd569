import { useState } from 'react';
import { useSearch } from 'wouter';
import { DoneNotice } from '../../../platform/ui/done-notice.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { PlaceNotices } from '../../../platform/web/notices/place-notices.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { OwnTicket } from '../contract/shapes.ts';
import { readTicketForm, readTicketStart } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { ticketPath } from './links.ts';
import { SubmitForm } from './submit-form.tsx';

/** Asks IT for help; once it is sent, the form is empty again, and the page says where to follow the ticket. */
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
  const lacking = read.filter(({ data }) => data === undefined);
  const pending = lacking.find(({ isError }) => isError) ?? lacking[0];
  const began = log === '' || start.data === undefined ? null : { ...start.data.data, log };
  return (
    <>
      <PageHeading lead={helpDesk.screens.submit.lead}>{helpDesk.screens.submit.title}</PageHeading>
      {done === null ? <PlaceNotices place={helpDesk.screens.submit.path} /> : <Submitted ticket={done} />}
      {pending !== undefined && (
        <Pending
          answer={pending}
          what="the form"
          remedy={<AppLink to={helpDesk.screens.submit.path}>Submit another ticket</AppLink>}
        />
      )}
      {pending === undefined && options.data !== undefined && (
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
