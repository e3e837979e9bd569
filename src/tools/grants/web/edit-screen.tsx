import { FileX, KeyRound } from 'lucide-react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useMayOpen } from '../../../platform/web/routes/visible.ts';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readApplication } from '../contract.ts';
import { grants } from '../tool.ts';
import { ApplicationPage } from './application-page.tsx';

/** One application: read it, change it, and vote on it. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readApplication, { params: { id } });
  const application = answer.data?.data;
  const isMissing = isGone(answer);
  if (application !== undefined && !isMissing) return <ApplicationPage key={id} application={application} />;
  if (isMissing) return <Missing />;
  return <PagePending answer={answer} heading={grants.screens.edit.title} what="the application" />;
}

/** People who can't apply have no reason to be here; others may have followed an old link. */
function Missing() {
  const mayOpen = useMayOpen();
  const { mine } = grants.screens;
  if (!mayOpen(mine.access)) {
    return (
      <PageNotice title="You are not authorized to view this page" icon={<KeyRound />}>
        <AppLink to="/">Go to the home page</AppLink>
      </PageNotice>
    );
  }
  return (
    <PageNotice title="Application not found" icon={<FileX />}>
      <p>
        It was removed, or it belongs to someone else. <AppLink to={mine.path}>See your applications</AppLink>
      </p>
    </PageNotice>
  );
}
