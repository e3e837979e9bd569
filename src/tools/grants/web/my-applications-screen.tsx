import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useAccount } from '../../../platform/web/session/account.ts';
import { listApplications, listDrafts } from '../contract.ts';
import { grants } from '../tool.ts';
import styles from './applications.module.css';
import { ApplicationsTable } from './applications-table.tsx';
import { OwnDrafts } from './own-drafts.tsx';

/** What this person applied for. The address names them, as the specification says; no one else is shown here. */
export function Screen() {
  const { account } = useAccount();
  const email = account?.email ?? '';
  const list = useListAddress(listApplications, { submittedBy: email });
  const query = { page: list.page, pageSize: list.pageSize, submittedBy: email };
  const answer = useCall(listApplications, { query }, { keepPrevious: true });
  const drafts = useCall(listDrafts, {});
  const apply = (
    <Button
      leftSection={<Plus size={18} aria-hidden="true" />}
      renderRoot={(props) => <AppLink to={grants.screens.apply.path} {...props} />}
    >
      New application
    </Button>
  );
  return (
    <>
      <PageHeading lead={grants.screens.mine.lead} actions={apply}>
        {grants.screens.mine.title}
      </PageHeading>
      {drafts.isPending ? (
        // The drafts are above the list, and would push it down.
        <Panel flush>
          <SkeletonRows rows={4} label="Loading your applications" />
        </Panel>
      ) : (
        <>
          {drafts.data === undefined ? (
            <div className={styles.drafts}>
              <Panel flush>
                <Pending answer={drafts} what="your drafts" rows={2} />
              </Panel>
            </div>
          ) : (
            <OwnDrafts drafts={drafts.data.data} />
          )}
          <ListView
            list={{ ...list, isFiltered: false }}
            answer={answer}
            noun={['application', 'applications']}
            emptyText="Apply for money for a conference, research, or materials."
          >
            {(rows) => <ApplicationsTable rows={rows} isOwn />}
          </ListView>
        </>
      )}
    </>
  );
}
