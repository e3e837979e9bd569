import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { listMyFollowUps } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { LogCard } from './log-card.tsx';
import { LogList } from './log-list.tsx';
import { LogTabs } from './log-tabs.tsx';
import { useFollowUpDialog } from './use-follow-up-dialog.tsx';

/** The open follow-ups of the signed-in person, who may not be from Residence Life. */
export function Screen() {
  const list = useListAddress(listMyFollowUps);
  const logs = useCall(listMyFollowUps, { query: list.query }, { keepPrevious: true });
  const followUp = useFollowUpDialog(logs.data?.data ?? []);
  return (
    <>
      <PageHeading lead={raLogs.screens.followUps.lead}>{raLogs.screens.followUps.title}</PageHeading>
      <LogTabs />
      <ListView
        list={list}
        answer={logs}
        noun={['follow-up', 'follow-ups']}
        emptyText="No open follow-ups are assigned to you."
      >
        {(rows) => (
          <LogList label="My follow-ups, newest first">
            {rows.map((log) => (
              <LogCard key={log._id} log={log} onFollowUp={followUp.open} />
            ))}
          </LogList>
        )}
      </ListView>
      {followUp.dialog}
    </>
  );
}
