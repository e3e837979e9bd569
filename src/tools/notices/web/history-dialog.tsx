import { Dialog } from '../../../platform/ui/dialog.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { HistoryEntry, PublishedNotice } from '../contract/shapes.ts';
import { readNoticeHistory } from '../contract.ts';
import { audienceWords } from './audience-words.ts';
import styles from './notices.module.css';

interface HistoryDialogProps {
  open: boolean;
  onClose: () => void;
  notice: PublishedNotice | null;
}

/** Who changed what about a notice, newest first. */
export function HistoryDialog({ open, onClose, notice }: HistoryDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} shape="wide" title="History of this notice">
      {notice !== null && <History id={notice.id} />}
    </Dialog>
  );
}

const actionWords = {
  publish: 'Published',
  edit: 'Edited',
  end: 'Ended',
  withdraw: 'Withdrawn',
} as const;

const fieldWords = {
  title: 'title',
  text: 'text',
  tone: 'kind',
  groups: 'who gets it',
  from: 'start',
  until: 'end',
  link: 'link',
} as const;

function History({ id }: { id: string }) {
  const history = useCall(readNoticeHistory, { params: { id } });
  return (
    <>
      {history.data === undefined && <Pending answer={history} what="the history" rows={2} />}
      <ol className={styles.list}>
        {history.data?.data.map((entry) => (
          <li key={entry.at} className={styles.entry}>
            <strong>
              {actionWords[entry.action]} by {entry.by}, <CampusTime value={entry.at} />
            </strong>
            {entry.changed.length > 0 && (
              <span>Changed: {entry.changed.map((field) => fieldWords[field]).join(', ')}</span>
            )}
            <Said entry={entry} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Said({ entry }: { entry: HistoryEntry }) {
  const { title, text, groups, from, until, linkHref, linkText } = entry;
  return (
    <>
      <span>{title}</span>
      <span className={styles.written}>{text}</span>
      {linkHref !== null && (
        <span>
          {linkText}: {linkHref}
        </span>
      )}
      <span className={styles.soft}>
        {audienceWords(groups)}, <CampusTime value={from} /> to <CampusTime value={until} />
      </span>
    </>
  );
}
