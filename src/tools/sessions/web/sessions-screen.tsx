import { Button } from '@mantine/core';
import { LogOut } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { listOwnSessions } from '../contract.ts';
import { sessions as tool } from '../tool.ts';
import { SessionsTable } from './sessions-table.tsx';
import { useEndOthers } from './use-session-actions.ts';

/** Where the person is signed in; end one, or all others. */
export function Screen() {
  const sessions = useCall(listOwnSessions, {});
  const others = sessions.data?.data.filter(({ current }) => !current).length ?? 0;
  const endOthers = useEndOthers(others);
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
        ) : (
          <Pending answer={sessions} what="your sessions" rows={3} />
        )}
      </Panel>
    </>
  );
}
