import type { UseQueryResult } from '@tanstack/react-query';
import { TicketX } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';

interface TicketPendingProps {
  title: string;
  answer: UseQueryResult<unknown, ApiError>;
  /** What to say, and where to go, when there is no such ticket. */
  missing: ReactNode;
}

/** Stands where a ticket will be: while it loads, when it could not be loaded, and when there is none. */
export function TicketPending({ title, answer, missing }: TicketPendingProps) {
  const { error } = answer;
  if (error?.status === 404 || error?.status === 400) {
    return (
      <PageNotice title="There is no such ticket" icon={<TicketX />}>
        <p>{missing}</p>
      </PageNotice>
    );
  }
  return (
    <>
      <PageHeading>{title}</PageHeading>
      {error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={error}
          title="The ticket could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}
