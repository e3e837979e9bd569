import { Button } from '@mantine/core';
import { LogOut } from 'lucide-react';
import type { SessionShape } from '../../../platform/contract/sign-in.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import styles from './sessions-table.module.css';
import { useEndSession } from './use-session-actions.ts';

const columns: readonly Column<SessionShape>[] = [
  {
    title: 'Device',
    cell: ({ device, current }) => (
      <span className={styles.device}>
        {device}
        {current && <Tag tone="good">This one</Tag>}
      </span>
    ),
  },
  { title: 'Address', width: 'fit', cell: ({ clientAddress }) => clientAddress },
  { title: 'Last used', width: 'fit', cell: ({ lastSeenAt }) => <CampusTime value={lastSeenAt} /> },
  { title: 'Signed in', width: 'fit', cell: ({ createdAt }) => <CampusTime value={createdAt} /> },
  { title: 'Actions', width: 'fit', unlabeled: true, cell: (session) => <SignOut session={session} /> },
];

export function SessionsTable({ sessions }: { sessions: readonly SessionShape[] }) {
  return (
    <DataTable
      caption="Your sessions, most recently used first"
      columns={columns}
      rows={sessions}
      keyOf={({ id }) => id}
    />
  );
}

/** One for each row: a pending write belongs to one session only. The current one ends with Sign out in the header. */
function SignOut({ session }: { session: SessionShape }) {
  const end = useEndSession(session);
  if (session.current) return null;
  return (
    <RowActions>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<LogOut size={16} aria-hidden="true" />}
        aria-label={`Sign out ${session.device}`}
        onClick={() => void end()}
      >
        Sign out
      </Button>
    </RowActions>
  );
}
