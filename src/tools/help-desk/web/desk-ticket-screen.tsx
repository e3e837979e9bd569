import { useCall } from '../../../platform/web/client/query.ts';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readDeskTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { DeskTicketPage } from './desk-ticket-page.tsx';
import { TicketPending } from './ticket-pending.tsx';

/** One ticket at the desk. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readDeskTicket, { params: { id } });
  const ticket = answer.data?.data;
  if (ticket !== undefined && !isGone(answer)) return <DeskTicketPage key={ticket.id} ticket={ticket} />;
  const missing = (
    <>
      It was removed, or the address is wrong.{' '}
      <AppLink to={helpDesk.screens.desk.path}>See all tickets</AppLink>
    </>
  );
  return <TicketPending title={helpDesk.screens.deskTicket.title} answer={answer} missing={missing} />;
}
