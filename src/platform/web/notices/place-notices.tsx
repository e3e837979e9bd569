import { Button } from '@mantine/core';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Notice } from '../../contract/notices.ts';
import { performOneClick } from '../client/one-click.ts';
import { showToast } from '../feedback/toasts.ts';
import { CampusTime } from '../session/campus-time.tsx';
import { useNotices } from './use-notices.ts';

/** What tools say on this page. The server draws the same for the first paint (`first-paint.ts`). */
export function PlaceNotices({ place }: { place: string }) {
  const { notices, reread } = useNotices(place);
  if (notices.length === 0) return null;
  return (
    <section className="quad-notices" aria-label="Notices">
      {notices.map((notice) => (
        <NoticeCard key={`${notice.tool} ${notice.key}`} notice={notice} onDone={reread} />
      ))}
    </section>
  );
}

function NoticeCard({ notice, onDone }: { notice: Notice; onDone: () => Promise<void> }) {
  const { tool, key, tone, title, text, updatedAt, about, action } = notice;
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    if (action === null) return;
    setIsBusy(true);
    const fault = await performOneClick(`${tool}.${key}`, action);
    if (fault === null) showToast({ title: action.done });
    else showToast({ tone: 'error', title: 'That did not work', text: fault, seconds: 10 });
    await onDone();
    setIsBusy(false);
  };
  return (
    <article className="quad-notice" data-tone={tone}>
      {tone === 'warning' ? (
        <TriangleAlert size={20} aria-hidden="true" />
      ) : (
        <Info size={20} aria-hidden="true" />
      )}
      <div className="quad-notice-words">
        <h2 className="quad-notice-title">{title}</h2>
        <p className="quad-notice-text">{text}</p>
        <p className="quad-notice-about">
          Updated <CampusTime value={updatedAt} />
          {about !== null && `. ${about}`}
        </p>
      </div>
      {action !== null && (
        <Button size="sm" variant="default" loading={isBusy} onClick={() => void run()}>
          {action.label}
        </Button>
      )}
    </article>
  );
}
