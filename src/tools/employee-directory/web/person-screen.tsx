import { UserX } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readEmployeePage } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { PersonPage } from './person-page.tsx';

/** One employee. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readEmployeePage, { params: { id } });
  const { error } = answer;
  if (error?.status === 404 || error?.status === 400) {
    return (
      <PageNotice title="This person is not in the directory" icon={<UserX />}>
        <p>
          They may have left the college, or the address is wrong.{' '}
          <AppLink to={employeeDirectory.screens.directory.path}>See everyone</AppLink>
        </p>
      </PageNotice>
    );
  }
  if (answer.data) return <PersonPage page={answer.data.data} />;
  return (
    <>
      <PageHeading>{employeeDirectory.screens.person.title}</PageHeading>
      {error === null || error.isSignedOut ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={error}
          title="This page could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}
