import { UserX } from 'lucide-react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { readEmployeePage } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { PersonPage } from './person-page.tsx';

/** One employee. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readEmployeePage, { params: { id } });
  const { directory, person } = employeeDirectory.screens;
  if (answer.data !== undefined && !isGone(answer)) return <PersonPage page={answer.data.data} />;
  return (
    <PagePending
      answer={answer}
      heading={person.title}
      what="this page"
      missing={
        <PageNotice title="This person is not in the directory" icon={<UserX />}>
          <p>
            They may have left the college, or the address is wrong.{' '}
            <AppLink to={directory.path}>See everyone</AppLink>
          </p>
        </PageNotice>
      }
    />
  );
}
