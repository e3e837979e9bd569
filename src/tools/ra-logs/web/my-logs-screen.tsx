import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { joinParts } from '../../../platform/ui/join-parts.ts';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { EntryList } from '../../../platform/web/offline/entry-list.tsx';
import { useEntries } from '../../../platform/web/offline/use-entries.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { listMyRaLogs } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { LogCard } from './log-card.tsx';
import { LogList } from './log-list.tsx';
import { LogTabs } from './log-tabs.tsx';
import { logForm } from './log-values.ts';

/** What the person filed, and whether it was reviewed; first, what has not left this device. */
export function Screen() {
  const list = useListAddress(listMyRaLogs);
  const logs = useCall(listMyRaLogs, { query: list.query }, { keepPrevious: true });
  const { submitted } = useEntries(logForm);
  const { refetch } = logs;
  const waiting = submitted.length;
  const waitedBefore = useRef(0);
  useEffect(() => {
    // One fewer is waiting: one more is filed.
    if (waiting < waitedBefore.current) void refetch();
    waitedBefore.current = waiting;
  }, [waiting, refetch]);
  const { building, from, to } = list.filters;
  // A search for a log leads here with its building and day.
  const days = [...new Set([from, to])].filter(Boolean).map((day) => formatDay(day, 'long'));
  const words = [building, days.join(' – ')].filter(Boolean);
  const addButton = (
    <Button
      leftSection={<Plus size={18} aria-hidden="true" />}
      renderRoot={(props) => <AppLink to={raLogs.screens.add.path} {...props} />}
    >
      Submit RA Log
    </Button>
  );
  return (
    <>
      <PageHeading lead={raLogs.screens.mine.lead} actions={addButton}>
        {raLogs.screens.mine.title}
      </PageHeading>
      <LogTabs />
      <EntryList form={logForm} />
      {list.isFiltered && (
        <p>
          {joinParts(words)}{' '}
          <Button size="compact-sm" variant="default" onClick={list.clearFilters}>
            Show all logs
          </Button>
        </p>
      )}
      <ListView
        list={list}
        answer={logs}
        noun={['log', 'logs']}
        emptyText="The logs you submit appear here."
        filterWords={words}
      >
        {(shown) => (
          <LogList label="My logs, newest first">
            {shown.map((log) => (
              <LogCard key={log._id} log={log} />
            ))}
          </LogList>
        )}
      </ListView>
    </>
  );
}
