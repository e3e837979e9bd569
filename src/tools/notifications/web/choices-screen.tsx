import { BellOff } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
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
  return (
    <>
      <PageHeading lead={tool.screens.choices.lead}>{tool.screens.choices.title}</PageHeading>
      <Panel flush>
        {rows === undefined && <Pending answer={answer} what="your notifications" rows={3} />}
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
