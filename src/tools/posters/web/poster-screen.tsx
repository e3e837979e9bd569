import { FileX } from 'lucide-react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useMayOpen } from '../../../platform/web/routes/visible.ts';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readPoster } from '../contract.ts';
import { posters } from '../tool.ts';
import { PosterPage } from './poster-page.tsx';

/** One request, for the person who sent it and the mail room. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const mayOpen = useMayOpen();
  const { mine } = posters.screens;
  const answer = useCall(readPoster, { params: { id } });
  const status = answer.error?.status;
  if (answer.data !== undefined && status !== 404 && status !== 400)
    return <PosterPage poster={answer.data.data} />;
  return (
    <PagePending
      heading={posters.screens.poster.title}
      answer={answer}
      what="the request"
      missing={
        <PageNotice title="Poster request not found" icon={<FileX />}>
          <p>
            The link is wrong, or the request belongs to someone else.{' '}
            {mayOpen(mine.access) && <AppLink to={mine.path}>See your requests</AppLink>}
          </p>
        </PageNotice>
      }
    />
  );
}
