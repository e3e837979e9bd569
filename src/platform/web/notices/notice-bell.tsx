import { Bell } from 'lucide-react';
import { useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { sayNotOpened } from '../feedback/say-not-opened.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { usePortal } from '../routes/portal.ts';
import type { BellPanelProps } from '../routes/web-tool.ts';
import { useAccount } from '../session/account.ts';
import styles from './notice-bell.module.css';
import { readNotices } from './notices.ts';
import { useEverywhereNotices } from './use-notices.ts';

/** How many notices are unread; opens the panel with all of them. */
export function NoticeBell() {
  const { tools } = usePortal();
  const panel = tools.find(({ bell }) => bell !== undefined)?.bell;
  const [Panel] = useState(
    () =>
      panel &&
      lazyPart<BellPanelProps>(async () => (await panel()).BellPanel, {
        isWanted: ({ open }) => open,
        onFailure({ onClose }) {
          sayNotOpened();
          onClose();
        },
      }),
  );
  const path = usePathname();
  const { account } = useAccount();
  const { unread } = useEverywhereNotices(path);
  const [open, setOpen] = useState(false);
  const [openedAt, setOpenedAt] = useState(path);
  // A link inside was followed.
  if (openedAt !== path) {
    setOpenedAt(path);
    setOpen(false);
  }
  if (Panel === undefined || account === null) return null;
  const count = unread > 99 ? '99+' : String(unread);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={unread === 0 ? 'Notices' : `Notices, ${count} unread`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Bell size={18} aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      <Panel open={open} onClose={() => setOpen(false)} onChanged={() => void readNotices(account.id)} />
    </>
  );
}
