import { Button } from '@mantine/core';
import { LogOut } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { listOwnSessions } from '../contract.ts';
import { sessions as tool } from '../tool.ts';
import { SessionsTable } from './sessions-table.tsx';
import { useEndOthers } from './use-session-actions.ts';

/** Where the person is signed in; end one, or all others. */
export function Screen() {
  const sessions = useCall(listOwnSessions, {});
  const others = sessions.data?.data.filter(({ current }) => !current).length ?? 0;
  const endOthers = useEndOthers(others);
  // An ended session has its own message (platform/web/session).
  const failure = sessions.error?.isSignedOut ? null : sessions.error;
  return (
    <>
      <PageHeading
        lead={tool.screens.sessions.lead}
        actions={
          others > 0 && (
            <Button
              variant="default"
              leftSection={<LogOut size={16} aria-hidden="true" />}
              onClick={() => void endOthers()}
            >
              Sign out everywhere else
            </Button>
          )
        }
      >
        {tool.screens.sessions.title}
      </PageHeading>
      <Panel flush>
        {sessions.data ? (
          <SessionsTable sessions={sessions.data.data} />
        ) : failure ? (
          <ErrorPanel
            error={failure}
            title="Your sessions could not be loaded"
            onRetry={() => void sessions.refetch()}
            retrying={sessions.isFetching}
          />
        ) : (
          <SkeletonRows rows={3} label="Loading your sessions" />
        )}
      </Panel>
    </>
  );
}
