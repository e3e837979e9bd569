import type { UseQueryResult } from '@tanstack/react-query';
import { TicketX } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';

interface TicketPendingProps {
  title: string;
  answer: UseQueryResult<unknown, ApiError>;
  /** What to say, and where to go, if there is no such ticket. */
  missing: ReactNode;
}

/** A placeholder for a ticket, for its requester and at the desk. */
export function TicketPending({ title, answer, missing }: TicketPendingProps) {
  return (
    <PagePending
      answer={answer}
      heading={title}
      what="the ticket"
      missing={
        <PageNotice title="Ticket not found" icon={<TicketX />}>
          <p>{missing}</p>
        </PageNotice>
      }
    />
  );
}
