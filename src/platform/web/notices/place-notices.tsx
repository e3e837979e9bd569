import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Notice } from '../../contract/notices.ts';
import type { OneClick } from '../../contract/one-click.ts';
import { performOneClick } from '../client/one-click.ts';
import { showToast } from '../feedback/toasts.ts';
import { CampusTime } from '../session/campus-time.tsx';
import { NoticeCard } from './notice-card.tsx';
import { useNotices } from './use-notices.ts';

/**
 * What tools say on this page, except for emergencies, which are on every page. The server draws the same for the first
 * paint (`paint-notices.ts`).
 */
export function PlaceNotices({ place }: { place: string }) {
  const { notices: shown, reread } = useNotices(place);
  if (shown.length === 0) return null;
  return (
    <section className="quad-notices" aria-label="Notices">
      {shown.map((notice) => (
        <ShownNotice key={`${notice.tool} ${notice.key}`} notice={notice} onDone={reread} />
      ))}
    </section>
  );
}

function ShownNotice({ notice, onDone }: { notice: Notice; onDone: () => Promise<void> }) {
  const { updatedAt, about, action, dismissal } = notice;
  const [isBusy, setIsBusy] = useState(false);
  const run = async (click: OneClick) => {
    setIsBusy(true);
    const fault = await performOneClick(click);
    if (fault === null) showToast({ title: click.done, about: click.path });
    else showToast({ tone: 'error', title: "That didn't work", text: fault, about: click.path, seconds: 10 });
    await onDone();
    setIsBusy(false);
  };
  return (
    <NoticeCard
      notice={notice}
      about={
        <>
          Updated <CampusTime value={updatedAt} />
          {about !== null && `. ${about}`}
        </>
      }
      action={
        action !== null && (
          <Button size="sm" variant="default" loading={isBusy} onClick={() => void run(action)}>
            {action.label}
          </Button>
        )
      }
      onDismiss={dismissal === null || isBusy ? undefined : () => void run(dismissal)}
    />
  );
}
