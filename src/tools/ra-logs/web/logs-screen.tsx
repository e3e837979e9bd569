import { Download } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { exportRaLogs, listRaLogs } from '../contract.ts';
import { focusNeighbour, LogCard } from './log-card.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogList } from './log-list.tsx';
import styles from './logs-screen.module.css';
import { useFollowUpDialog } from './use-follow-up-dialog.tsx';

/** All logs for Residence Life: find, review, follow up, export. */
export function Screen() {
  const list = useListAddress(listRaLogs);
  const logs = useCall(listRaLogs, { query: list.query }, { keepPrevious: true });
  const followUp = useFollowUpDialog(logs.data?.data ?? []);
  return (
    <>
      <PageHeading
        actions={
          <DownloadButton
            variant="default"
            leftSection={<Download size={16} aria-hidden="true" />}
            contract={exportRaLogs}
            request={{ query: list.filters }}
          >
            Export CSV
          </DownloadButton>
        }
      >
        RA Logs
      </PageHeading>
      <div className={styles.page}>
        <LogFilters list={list} />
        <ListView
          list={list}
          answer={logs}
          noun={['log', 'logs']}
          emptyText="No logs have been submitted yet."
        >
          {(rows) => (
            <LogList label="Logs, newest first">
              {rows.map((log) => (
                <LogCard
                  key={log._id}
                  log={log}
                  act={{ onReviewed: () => focusNeighbour(log, rows), onFollowUp: followUp.open }}
                />
              ))}
            </LogList>
          )}
        </ListView>
      </div>
      {followUp.dialog}
    </>
  );
}
