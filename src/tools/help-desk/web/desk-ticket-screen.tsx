import { TicketX } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readDeskTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { DeskTicketPage } from './desk-ticket-page.tsx';

/** One ticket at the desk. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readDeskTicket, { params: { id } });
  const ticket = answer.data?.data;
  if (answer.error?.status === 404 || answer.error?.status === 400) {
    return (
      <PageNotice title="There is no such ticket" icon={<TicketX />}>
        <p>
          It was removed, or the address is wrong.{' '}
          <AppLink to={helpDesk.screens.desk.path}>See all tickets</AppLink>
        </p>
      </PageNotice>
    );
  }
  if (ticket !== undefined) return <DeskTicketPage key={ticket.id} ticket={ticket} />;
  return (
    <>
      <PageHeading>{helpDesk.screens.deskTicket.title}</PageHeading>
      {answer.error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={answer.error}
          title="The ticket could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}
