import { BellOff } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { listNotifications, type Notification } from '../contract.ts';
import { notifications as tool } from '../tool.ts';
import { ChoiceSelect } from './choice-select.tsx';
import styles from './choices.module.css';

const columns: readonly Column<Notification>[] = [
  {
    title: 'About',
    cell: ({ title, about }) => (
      <span className={styles.topic}>
        {title}
        <span className={styles.about}>{about}</span>
      </span>
    ),
  },
  {
    title: 'By email',
    width: 'fit',
    cell: (notification) => <ChoiceSelect notification={notification} />,
  },
];

/** What the person gets by email, topic by topic. */
export function Screen() {
  const answer = useCall(listNotifications, {});
  const rows = answer.data?.data;
  // An ended session speaks for itself (platform/web/session).
  const failure = answer.error?.isSignedOut ? null : answer.error;
  return (
    <>
      <PageHeading lead={tool.screens.choices.lead}>{tool.screens.choices.title}</PageHeading>
      <Panel flush>
        {rows === undefined && failure === null && (
          <SkeletonRows rows={3} label="Loading your notifications" />
        )}
        {rows === undefined && failure !== null && (
          <ErrorPanel
            error={failure}
            title="Your notifications could not be loaded"
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        )}
        {rows?.length === 0 && (
          <EmptyState icon={<BellOff size={26} />} title="There is nothing to choose">
            The portal sends you no emails that you could turn off.
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            caption="What you get by email"
            columns={columns}
            rows={rows}
            keyOf={({ topic }) => topic}
            stacks
          />
        )}
      </Panel>
    </>
  );
}
