import { Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NoticeFace } from '../../contract/notices.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoticeWords } from './notice-words.tsx';

interface NoticeCardProps {
  notice: NoticeFace;
  /** The line below the words: when, and what else there is to say. */
  about: ReactNode;
  /** A button next to the words. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** A notice as it is on a page, and in the preview of those who write one. */
export function NoticeCard({ notice, about, action, onDismiss }: NoticeCardProps) {
  const { tone, title } = notice;
  return (
    <article className="quad-notice" data-tone={tone}>
      {tone === 'info' ? (
        <Info size={20} aria-hidden="true" />
      ) : (
        <TriangleAlert size={20} aria-hidden="true" />
      )}
      <div className="quad-notice-words">
        <h2 className="quad-notice-title">{title}</h2>
        <NoticeWords {...notice} />
        <p className="quad-notice-about">{about}</p>
      </div>
      {action}
      {onDismiss !== undefined && (
        <div className="quad-notice-dismissal">
          <IconButton label={`Dismiss "${title}"`} onClick={onDismiss}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </article>
  );
}
