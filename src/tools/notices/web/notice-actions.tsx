import { Ban, CircleStop, History, Pencil, ShieldCheck } from 'lucide-react';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { PublishedNotice } from '../contract/shapes.ts';
import { endNotice, listPublishedNotices, readNoticeHistory, withdrawNotice } from '../contract.ts';

interface NoticeActionsProps {
  notice: PublishedNotice;
  onEdit: (notice: PublishedNotice) => void;
  onHistory: (notice: PublishedNotice) => void;
  onAllClear: (notice: PublishedNotice) => void;
}

const invalidates = [listPublishedNotices, readNoticeHistory];

/** What this person may do with a notice now. */
export function NoticeActions({ notice, onEdit, onHistory, onAllClear }: NoticeActionsProps) {
  const { id, title, version, can } = notice;
  const end = useAction(endNotice, { invalidates });
  const withdraw = useAction(withdrawNotice, { invalidates });
  const request = { params: { id }, body: { version } };
  const onEnd = () =>
    end.run(request, {
      confirm: {
        title: 'End this notice?',
        text: `"${title}" leaves every dashboard and home page now. People still find it in the bell for 30 days.`,
        action: 'End now',
      },
      done: 'Ended',
      failed: 'The notice was not ended',
    });
  const onWithdraw = () =>
    withdraw.run(request, {
      confirm: {
        title: 'Withdraw this notice?',
        text: `No one sees "${title}" anymore, not even in the bell. Its history stays. This can't be undone.`,
        action: 'Withdraw',
        danger: true,
      },
      done: 'Withdrawn',
      failed: 'The notice was not withdrawn',
    });
  return (
    <RowActions>
      {can.edit && (
        <IconButton label={`Edit "${title}"`} onClick={() => onEdit(notice)}>
          <Pencil size={17} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={`History of "${title}"`} onClick={() => onHistory(notice)}>
        <History size={17} aria-hidden="true" />
      </IconButton>
      {can.allClear && (
        <IconButton label={`Give the all clear for "${title}"`} onClick={() => onAllClear(notice)}>
          <ShieldCheck size={17} aria-hidden="true" />
        </IconButton>
      )}
      {can.end && !can.allClear && (
        <IconButton label={`End "${title}" now`} onClick={() => void onEnd()}>
          <CircleStop size={17} aria-hidden="true" />
        </IconButton>
      )}
      {can.withdraw && (
        <IconButton label={`Withdraw "${title}"`} tone="danger" onClick={() => void onWithdraw()}>
          <Ban size={17} aria-hidden="true" />
        </IconButton>
      )}
    </RowActions>
  );
}
