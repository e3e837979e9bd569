import { Button } from '@mantine/core';
import { BellOff } from 'lucide-react';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { NoticeWords } from '../../../platform/web/notices/notice-words.tsx';
import type { BellPanelProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { MyNotice } from '../contract/shapes.ts';
import { listMyNotices, readMyNotices } from '../contract.ts';
import styles from './notices.module.css';

/** The notices for this person, dismissed ones too. */
export function BellPanel({ open, onClose, onChanged }: BellPanelProps) {
  return (
    <Dialog open={open} onClose={onClose} shape="sheet" title="Notices">
      {open && <BellList onChanged={onChanged} />}
    </Dialog>
  );
}

function BellList({ onChanged }: Pick<BellPanelProps, 'onChanged'>) {
  const mine = useCall(listMyNotices, {}, { everyTime: true });
  const reading = useAction(readMyNotices, { invalidates: [listMyNotices] });
  const all = mine.data?.data ?? [];
  const unread = all.filter(isUnread);
  const markRead = async (some: readonly MyNotice[]) => {
    const notices = some.map(({ id, version }) => ({ id, version }));
    const [done, failed] =
      some.length === 1
        ? ['Marked as read', 'Not marked as read']
        : ['All marked as read', 'Not all marked as read'];
    await reading.run({ body: { notices } }, { done, failed });
    // Even after a failure: those that had not changed are marked.
    onChanged();
  };
  if (mine.isPending || mine.error) return <Pending answer={mine} what="your notices" rows={3} />;
  if (all.length === 0)
    return (
      <EmptyState icon={<BellOff size={26} aria-hidden="true" />} title="No notices">
        What the college wants you to know appears here for 30 days.
      </EmptyState>
    );
  return (
    <>
      {unread.length > 1 && (
        <Button variant="default" size="sm" onClick={() => void markRead(unread)}>
          Mark all as read
        </Button>
      )}
      <ul className={styles.list} aria-label="Notices">
        {all.map((notice) => (
          <BellEntry key={notice.id} notice={notice} onRead={() => void markRead([notice])} />
        ))}
      </ul>
    </>
  );
}

/** What has ended is no longer counted. */
const isUnread = ({ isRead, state }: MyNotice) => !isRead && state === 'showing';

function BellEntry({ notice, onRead }: { notice: MyNotice; onRead: () => void }) {
  const { title, tone, state, from } = notice;
  return (
    <li className={styles.entry}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {tone === 'emergency' && <Tag tone="bad">Emergency</Tag>}
        {tone === 'warning' && <Tag tone="warning">Warning</Tag>}
        {state === 'ended' && <Tag>Ended</Tag>}
        {isUnread(notice) && <Tag tone="good">New</Tag>}
      </div>
      <NoticeWords {...notice} />
      <span className={styles.soft}>
        <CampusTime value={from} />
      </span>
      {isUnread(notice) && (
        <div>
          <Button variant="subtle" size="compact-sm" aria-label={`Mark "${title}" as read`} onClick={onRead}>
            Mark as read
          </Button>
        </div>
      )}
    </li>
  );
}
