import { FileX } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readPoster } from '../contract.ts';
import { posters } from '../tool.ts';
import { PosterPage } from './poster-page.tsx';

/** One request, for the person who sent it and for the mail room. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readPoster, { params: { id } });
  const { data, error } = answer;
  const isGone = error?.status === 404 || error?.status === 400;
  if (isGone)
    return (
      <PageNotice title="There is no such poster request" icon={<FileX />}>
        <p>
          It belongs to someone else. <AppLink to={posters.screens.mine.path}>See your requests</AppLink>
        </p>
      </PageNotice>
    );
  if (data !== undefined) return <PosterPage poster={data.data} />;
  return (
    <>
      <PageHeading>{posters.screens.poster.title}</PageHeading>
      {error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={error}
          title="The request could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}
