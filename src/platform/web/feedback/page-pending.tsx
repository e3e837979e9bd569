import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { ApiError } from '../client/api-error.ts';
import { ErrorPanel } from './error-panel.tsx';

interface PendingProps {
  answer: UseQueryResult<unknown, ApiError>;
  /** What it loads, within a sentence: `the ticket`. */
  what: string;
  /** What else people can do then. */
  remedy?: ReactNode;
  /** About how many rows it will be; left out for a page. */
  rows?: number;
}

interface PagePendingProps extends PendingProps {
  heading: string;
  /** A `PageNotice` for an address that leads to nothing, or to nothing this person may see. */
  missing?: ReactNode;
}

/** Shown where a page will be: while its call runs, when it failed, and when there is nothing at this address. */
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

/** The same for a part of a page. An ended session has its own message, and the part waits for it. */
export function Pending({ answer, what, remedy, rows }: PendingProps) {
  const { error } = answer;
  if (error === null || error.isSignedOut)
    return rows === undefined ? <PageSkeleton /> : <SkeletonRows rows={rows} label={`Loading ${what}`} />;
  return (
    <ErrorPanel
      error={error}
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      onRetry={() => void answer.refetch()}
      retrying={answer.isFetching}
      remedy={remedy}
    />
  );
}
