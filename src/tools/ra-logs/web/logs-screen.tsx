import { Download } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { type ListState, useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { useSavedChoice } from '../../../platform/web/routes/saved-choice.ts';
import { exportRaLogs, listRaLogs } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { LogCard } from './log-card.tsx';
import { type LogFilter, wordsOfFilters } from './log-filter-words.ts';
import { LogFilters } from './log-filters.tsx';
import { LogList } from './log-list.tsx';
import { LogTabs } from './log-tabs.tsx';
import styles from './logs-screen.module.css';
import { ReviewBar } from './review-bar.tsx';
import { focusNextReview } from './review-focus.ts';
import { ReviewHint } from './review-hint.tsx';
import { useReviewKeys } from './review-keys.ts';
import { useFollowUpDialog } from './use-follow-up-dialog.tsx';
import { useReviewAll } from './use-review.ts';
import { useSelection } from './use-selection.ts';

const unreviewed = { reviewed: 'false' } as const;

/** All logs for Residence Life: find, review, follow up, export. */
export function Screen() {
  const start = useSavedChoice('ra-logs.start-unreviewed', false);
  const list = useListAddress(listRaLogs, start[0] ? unreviewed : undefined);
  return (
    <>
      <PageHeading
        lead={raLogs.screens.logs.lead}
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
        {raLogs.screens.logs.title}
      </PageHeading>
      <LogTabs />
      <Logs list={list} start={start} />
    </>
  );
}

interface LogsProps {
  list: ListState<LogFilter>;
  /** Whether the list opens on unreviewed logs. */
  start: ReturnType<typeof useSavedChoice>;
}

function Logs({ list, start: [startsUnreviewed, chooseStart] }: LogsProps) {
  const logs = useCall(listRaLogs, { query: list.query }, { keepPrevious: true });
  const shown = logs.data?.data ?? [];
  const followUp = useFollowUpDialog(shown);
  const selection = useSelection(shown);
  const reviewAll = useReviewAll(() => selection.setAll([]));
  const [hasKeys, chooseKeys] = useSavedChoice('ra-logs.keys', true);
  useReviewKeys(hasKeys);
  return (
    <div className={styles.page}>
      <LogFilters list={list} startsUnreviewed={startsUnreviewed} onStartUnreviewed={chooseStart} />
      <div className={styles.list}>
        <ReviewHint isOn={hasKeys} onSwitch={chooseKeys} />
        <ListView
          list={list}
          answer={logs}
          noun={['log', 'logs']}
          emptyText="No logs have been submitted yet."
          filterWords={wordsOfFilters(list.filters)}
        >
          {(rows) => (
            <>
              <ReviewBar
                rows={rows}
                selection={selection}
                isPending={reviewAll.isPending}
                onReview={() => void reviewAll.send(selection.ids)}
              />
              <LogList label="Logs, newest first">
                {rows.map((log) => (
                  <LogCard
                    key={log._id}
                    log={log}
                    onFollowUp={followUp.open}
                    review={{
                      onReviewed: () => focusNextReview(log),
                      isSelected: selection.has(log._id),
                      onSelect: (isSelected) => selection.set(log._id, isSelected),
                    }}
                  />
                ))}
              </LogList>
            </>
          )}
        </ListView>
      </div>
      {followUp.dialog}
    </div>
  );
}
