import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import type { ApiError } from '../client/api-error.ts';
import { ErrorPanel } from './error-panel.tsx';

interface PendingProps {
  answer: UseQueryResult<unknown, ApiError>;
  /** What went wrong if it does: "The ticket could not be loaded". */
  failure: string;
  /** What else one can do then. */
  remedy?: ReactNode;
}

interface PagePendingProps extends PendingProps {
  heading: string;
  /** A `PageNotice` for an address that leads to nothing, or to nothing this person may see. */
  missing?: ReactNode;
}

/** Stands where a page will be: while its call runs, when it failed, and when there is nothing at this address. */
export function PagePending({ heading, missing, ...pending }: PagePendingProps) {
  const status = pending.answer.error?.status;
  if (missing !== undefined && (status === 404 || status === 400)) return missing;
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <Pending {...pending} />
    </>
  );
}

/** The same below a heading that the page draws itself. */
export function Pending({ answer, failure, remedy }: PendingProps) {
  const { error } = answer;
  if (error === null || error.isSignedOut) return <PageSkeleton />;
  return (
    <ErrorPanel
      error={error}
      title={failure}
      onRetry={() => void answer.refetch()}
      retrying={answer.isFetching}
      remedy={remedy}
    />
  );
}
